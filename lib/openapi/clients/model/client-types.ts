import type { oas31 } from "zod-openapi";

/** The type of a value in a client, of any language. */
export type ClientType =
  | { kind: "scalar"; name: "string" | "integer" | "number" | "boolean" | "null" }
  | { kind: "literals"; values: readonly (string | number | boolean)[] }
  | { kind: "list"; of: ClientType }
  | { kind: "union"; of: readonly ClientType[] }
  | { kind: "named"; name: string };

/** A field of an object, with its description. */
export type ClientField = { name: string; type: ClientType; isRequired: boolean; description: string };

/** An object with a name of its own. */
export type ClientObject = { name: string; description: string; fields: readonly ClientField[] };

type Schema = oas31.SchemaObject;
type Node = Schema | oas31.ReferenceObject;

const SCALARS: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean", "null"]);

/**
 * Reads the types of a document. Every object that it meets becomes one of `objects`, after the objects that it
 * contains.
 */
export class TypeReader {
  readonly #schemas: Readonly<Record<string, Node>>;
  readonly #objects = new Map<string, ClientObject>();

  constructor(document: oas31.OpenAPIObject) {
    this.#schemas = document.components?.schemas ?? {};
  }

  /** Returns all objects that were met so far, each after the objects that it contains. */
  get objects(): readonly ClientObject[] {
    return [...this.#objects.values()];
  }

  /** Returns the object with this name. */
  objectNamed(name: string): ClientObject | undefined {
    return this.#objects.get(name);
  }

  /**
   * Returns the type of a schema.
   * @param name its name, if it is an object without a name of its own.
   * @throws Error for a kind of schema that no client knows: its generator must learn it first.
   */
  read(node: Node, name: string): ClientType {
    if ("$ref" in node && node.$ref !== undefined) return this.#referred(node.$ref);
    const schema = node as Schema;
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return unionOf(choices.map((choice) => this.read(choice as Node, name)));
    if ("const" in schema) return literals([schema.const]);
    if (schema.enum) return literals(schema.enum);
    return unionOf([schema.type ?? []].flat().map((type) => this.#typed(schema, type, name)));
  }

  /** Returns an object under a name, without some of its fields. */
  objectOf(node: Node, name: string, without: readonly string[] = []): ClientObject {
    const { properties = {}, required = [], description = "", allOf } = this.#resolved(node);
    if (allOf) throw new Error(`The fields of ${name} are put together, which no client knows.`);
    const fields = Object.entries(properties)
      .filter(([field]) => !without.includes(field))
      .map(([field, property]) => ({
        name: field,
        type: this.read(property as Node, `${name}${capitalised(field)}`),
        isRequired: required.includes(field),
        description: (property as Schema).description ?? "",
      }));
    return { name, description, fields };
  }

  #typed(schema: Schema, type: string, name: string): ClientType {
    if (SCALARS.has(type)) return { kind: "scalar", name: type as "string" };
    if (type === "array" && schema.items) return { kind: "list", of: this.read(schema.items as Node, name) };
    if (type === "object" && schema.properties) return this.#object(schema, name);
    throw new Error(`${name} is ${type}, in a way that no client knows.`);
  }

  #referred(reference: string): ClientType {
    const name = nameOf(reference);
    const node = this.#schemas[name];
    if (node === undefined) throw new Error(`There is no ${reference}.`);
    const schema = node as Schema;
    return schema.type === "object" && !schema.oneOf ? this.#object(schema, name) : this.read(node, name);
  }

  #object(schema: Schema, name: string): ClientType {
    if (!this.#objects.has(name)) this.#objects.set(name, this.objectOf(schema, name));
    return { kind: "named", name };
  }

  #resolved(node: Node): Schema {
    if (!("$ref" in node) || node.$ref === undefined) return node as Schema;
    return (this.#schemas[nameOf(node.$ref)] ?? {}) as Schema;
  }
}

/** Returns the last part of a reference, which is the name of its schema. */
export const nameOf = (reference: string): string => reference.split("/").at(-1) ?? "";

/** Returns a word with its first letter in upper case, and without the underscores of `snake_case`. */
export function capitalised(word: string): string {
  return word
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

function unionOf(types: readonly ClientType[]): ClientType {
  const [only, ...others] = types;
  if (only === undefined) throw new Error("A value without a type is one that no client knows.");
  return others.length === 0 ? only : { kind: "union", of: types };
}

function literals(values: readonly unknown[]): ClientType {
  return { kind: "literals", values: values as readonly (string | number | boolean)[] };
}
