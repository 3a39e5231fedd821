import { globalRegistry } from "zod";
import type { ZodOpenApiOverrideContext } from "zod-openapi";

/** Finishes the JSON Schema of one part of a contract, in place. */
export function published({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  // A client must not stumble over a field that is new.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // Client generators that predate `const` read values and discriminators only from `enum`.
  if (jsonSchema.const !== undefined) jsonSchema.enum ??= [jsonSchema.const];
  if (io === "output") return;
  // Zod leaves out how a parameter that is transformed may be written. Ours are what a caller writes.
  const { def } = zodSchema._zod;
  const examples = globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples ??= examples;
  // In words alone: some generators of clients take a field with a default for one that must be given.
  if (def.type === "default") {
    delete jsonSchema.default;
    const told = [jsonSchema.description, `Default: ${JSON.stringify(def.defaultValue)}.`];
    jsonSchema.description = told.filter((part) => part !== undefined).join(" ");
  }
}
