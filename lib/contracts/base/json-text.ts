import { z } from "zod";
import { anyText, shownAs } from "@/lib/contracts/base/parameters";

/**
 * Creates the schema of a JSON text of at most `max` UTF-16 units, which becomes its value. It rejects texts that the
 * database cannot store: with a NUL character, or half a surrogate pair.
 */
export function jsonText(max: number) {
  return anyText()
    .refine((value) => value.length <= max, {
      error: `must be at most ${max} characters long`,
      abort: true,
    })
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value, storable);
      } catch {
        context.addIssue({ code: "custom", message: "must be JSON" });
        return z.NEVER;
      }
    })
    .meta(shownAs({ type: "string", maxLength: max }));
}

/** Creates the same schema for an object. */
export function jsonObject(max: number) {
  return jsonText(max).pipe(z.record(z.string(), z.unknown(), "must be a JSON object, such as {}"));
}

function storable(name: string, value: unknown): unknown {
  for (const text of [name, value])
    if (typeof text === "string" && (text.includes("\0") || !text.isWellFormed())) throw new Error(name);
  return value;
}
