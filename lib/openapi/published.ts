import { globalRegistry } from "zod";
import type { ZodOpenApiOverrideContext } from "zod-openapi";

/** Finishes the JSON Schema of one part of a contract, in place. */
export function published({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  // A client must not stumble over a field that is new.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (io === "output") return;
  // What a parameter is when nothing is said, and how it may be written. Zod leaves them out where a parameter is
  // transformed, since they might be the transformed ones; ours are what a caller writes.
  const { def } = zodSchema._zod;
  const examples = globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples ??= examples;
  if (def.type === "default")
    jsonSchema.default ??= def.defaultValue as NonNullable<typeof jsonSchema.default>;
}
