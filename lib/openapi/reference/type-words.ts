import type { oas31 } from "zod-openapi";

type Schema = oas31.SchemaObject;

/** The types of JSON in words. */
const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  object: "object",
  null: "null",
};

/**
 * Returns the type of a schema in words, such as `text or list of text`.
 * @param resolve returns the schema that a reference leads to.
 */
export function typeOf(schema: Schema, resolve: (node: unknown) => Schema): string {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return either(choices.map((choice) => typeOf(resolve(choice), resolve)));
  if (schema.allOf) return "object";
  const types = [schema.type ?? typeOfValue(schema)].flat();
  return either(
    types.map((type) => {
      if (type !== "array") return WORDS[String(type)] ?? "any";
      return `list of ${schema.items ? typeOf(resolve(schema.items), resolve) : "any"}`;
    }),
  );
}

/** Returns the type of a schema that only lists values: that of the first. */
function typeOfValue(schema: Schema): string {
  const value = "const" in schema ? schema.const : schema.enum?.[0];
  return value === null ? "null" : typeof value;
}

const either = (words: readonly string[]) => [...new Set(words)].join(" or ");
