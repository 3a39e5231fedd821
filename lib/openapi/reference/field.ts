import type { oas31 } from "zod-openapi";
import { formatInteger } from "@/lib/openapi/reference/format-integer";
import { typeOf } from "@/lib/openapi/reference/type-words";

/** A parameter or a field as people read it. */
export type Field = {
  name: string;
  /** Its type in words, such as `list of text`. */
  type: string;
  isRequired: boolean;
  /** The description, with words of the API in backticks. */
  description: string;
  /** The limits of its values, each in a few words. */
  limits: readonly string[];
  example: string | undefined;
  /** The contents: one shape, or one for each alternative. */
  shapes: readonly Shape[];
};

/** The fields of an object, and its title if it has one. */
export type Shape = { title: string; fields: readonly Field[] };

export type Schema = oas31.SchemaObject;
type Node = Schema | oas31.ReferenceObject;

/** The depth to which fields are listed: a deeper document would contain itself. */
const MAX_DEPTH = 6;

/** Reads schemas of one document. */
export class FieldReader {
  readonly #schemas: Readonly<Record<string, Node>>;

  constructor(document: oas31.OpenAPIObject) {
    this.#schemas = document.components?.schemas ?? {};
  }

  /** Returns the schema itself, also for a reference. */
  resolve(node: Node): Schema {
    if (!("$ref" in node) || node.$ref === undefined) return node as Schema;
    const found = this.#schemas[node.$ref.split("/").at(-1) ?? ""];
    return found === undefined ? {} : this.resolve(found);
  }

  /** Returns the objects that a value may be, also those of a list. */
  shapes(node: Node, depth = 0): readonly Shape[] {
    const schema = this.resolve(node);
    if (depth >= MAX_DEPTH) return [];
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return choices.flatMap((choice) => this.shapes(choice as Node, depth));
    if (schema.allOf) {
      const fields = schema.allOf.flatMap((part) =>
        this.shapes(part as Node, depth).flatMap((shape) => shape.fields),
      );
      return fields.length > 0 ? [{ title: schema.description ?? "", fields }] : [];
    }
    if (schema.items && typeof schema.items === "object") return this.shapes(schema.items as Node, depth);
    const fields = this.#fields(schema, depth);
    return fields.length > 0 ? [{ title: schema.description ?? "", fields }] : [];
  }

  /** Returns one parameter or field. */
  field(name: string, node: Node, isRequired: boolean, depth = 0): Field {
    const schema = this.resolve(node);
    const [first] = schema.examples ?? [];
    return {
      name,
      isRequired,
      type: typeOf(schema, (inner) => this.resolve(inner as Node)),
      description: schema.description ?? "",
      limits: limitsOf(schema),
      example: first === undefined ? undefined : JSON.stringify(first).replace(/^"(.*)"$/, "$1"),
      shapes: this.shapes(schema, depth + 1),
    };
  }

  #fields(schema: Schema, depth: number): Field[] {
    const required = new Set(schema.required ?? []);
    return Object.entries(schema.properties ?? {}).map(([name, node]) =>
      this.field(name, node as Node, required.has(name), depth),
    );
  }
}

/** Returns the limits of a value. The widest integers of JavaScript are no limit. */
function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, enum: values, format } = schema;
  const whole = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? formatInteger(bound) : undefined;
  const [low, high] = [whole(minimum), whole(maximum)];
  const choices = "const" in schema ? [schema.const] : values;
  return [
    choices?.length ? `Value: ${choices.map((value) => `\`${String(value)}\``).join(" or ")}` : "",
    low && high ? `${low} to ${high}` : low ? `${low} or more` : high ? `${high} or less` : "",
    maxLength === undefined ? "" : `${minLength ?? 0} to ${formatInteger(maxLength)} characters`,
    maxItems === undefined ? "" : `At most ${formatInteger(maxItems)} entries`,
    format && format !== "password" ? `Format: ${format}` : "",
  ].filter((limit) => limit !== "");
}
