import { globalRegistry } from "zod";
import type { ZodOpenApiOverrideContext } from "zod-openapi";

/** Finishes the JSON Schema of one part of a contract, in place. */
export function published({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  // A client must accept new fields.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // Client generators that predate `const` read values and discriminators only from `enum`.
  if (jsonSchema.const !== undefined) jsonSchema.enum ??= [jsonSchema.const];
  if (io === "output") return;
  // Zod leaves out the written form of a parameter that is transformed. Our examples show that form.
  const { def } = zodSchema._zod;
  const examples = globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples ??= examples;
  // The default is only named in the description: some generators of clients make a field with a default required.
  if (def.type === "default") {
    delete jsonSchema.default;
    const told = [jsonSchema.description, `Default: ${JSON.stringify(def.defaultValue)}.`];
    jsonSchema.description = told.filter((part) => part !== undefined).join(" ");
  }
}
