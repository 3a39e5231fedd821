import { z } from "zod";
import { shownAs, text } from "@/lib/contracts/base/parameters";
import { parseMoment, parseNzDateTime } from "@/lib/sms/nz-time";

/**
 * Creates the schema of a New Zealand date, with or without a time, which becomes an instant (rules: date ranges). A
 * date alone is its first instant at the start of a range, and its last at the end.
 */
export function nzDateTime(edge: "start" | "end") {
  return text()
    .transform((value, context) => {
      const at = parseNzDateTime(value, edge);
      if (at !== null) return at;
      context.addIssue({
        code: "custom",
        message: "must be a date that exists, as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS",
      });
      return z.NEVER;
    })
    .meta(shownDate(edge));
}

/** Returns the published form of one edge of a range of dates. */
export function shownDate(edge: "start" | "end") {
  const alone = edge === "start" ? "00:00:00" : "23:59:59";
  return {
    ...shownAs({ type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?$" }),
    description: `The ${edge === "start" ? "first" : "last"} moment asked for, New Zealand local, inclusive. A date alone means ${alone} of that day.`,
    examples: [edge === "start" ? "2026-11-01" : "2026-11-30 17:30:00"],
  };
}

/**
 * Creates the schema of a moment in a request (rules: scheduled sends): New Zealand local, or ISO 8601 with an
 * offset.
 */
export function moment() {
  return text()
    .transform((value, context) => {
      const at = parseMoment(value);
      if (at !== null) return at;
      context.addIssue({
        code: "custom",
        message:
          "must be a time that exists, as YYYY-MM-DD HH:MM:SS in New Zealand, or with an offset, such as 2026-12-01T09:00:00+13:00",
      });
      return z.NEVER;
    })
    .meta(shownAs({ type: "string" }));
}

/** Unix seconds in the spellings of clients: a whole number, or a fraction from a language with floating point. */
const UNIX_SECONDS = /^\s*\d{1,11}(?:\.\d{1,9})?\s*$/;

/** A number too large for current Unix seconds. */
const MILLISECONDS = /^\s*\d{12,16}(?:\.\d{1,9})?\s*$/;

/** Creates the schema of a moment in Unix seconds, as digits or a number. A fraction of a second is dropped. */
export function unixTime() {
  return z
    .union([z.number(), z.string()], "must be Unix seconds, such as 1796068800")
    .transform((value, context) => {
      const digits = String(value);
      if (UNIX_SECONDS.test(digits)) return new Date(Number.parseInt(digits, 10) * 1_000);
      const hint = MILLISECONDS.test(digits) ? "not milliseconds" : "or use 'sendAt' for a date";
      context.addIssue({ code: "custom", message: `must be Unix seconds, such as 1796068800, ${hint}` });
      return z.NEVER;
    })
    .meta(shownAs({ type: "integer", minimum: 0 }));
}

/** Creates the schema of a moment in a response: New Zealand local, to the second. */
export function nzTime(description: string) {
  return z.string().meta({
    description: `${description} New Zealand local time.`,
    pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$",
    examples: ["2026-11-21 12:00:00"],
  });
}
