import { z } from "zod";
import { shownAs, text } from "@/lib/contracts/base/parameters";
import { parseMoment, parseNzDateTime } from "@/lib/sms/nz-time";

/**
 * A date or a date with time of New Zealand as an instant (rules: new zealand time, date ranges). A date alone is its
 * first instant as the start of a range, its last as the end.
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

/** How the published contract shows one edge of a range of dates. */
export function shownDate(edge: "start" | "end") {
  const alone = edge === "start" ? "00:00:00" : "23:59:59";
  return {
    ...shownAs({ type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?$" }),
    description: `The ${edge === "start" ? "first" : "last"} moment asked for, New Zealand local, inclusive. A date alone means ${alone} of that day.`,
    examples: [edge === "start" ? "2026-11-01" : "2026-11-30 17:30:00"],
  };
}

/** A moment in a request (rules: scheduled sends): New Zealand local, or with an offset as ISO 8601 has it. */
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

/** Unix seconds as clients write them: a whole number, or one with a fraction from a language with floating point. */
const UNIX_SECONDS = /^\s*\d{1,11}(?:\.\d{1,9})?\s*$/;

/** Digits of a number too large for Unix seconds of our time. */
const MILLISECONDS = /^\s*\d{12,16}(?:\.\d{1,9})?\s*$/;

/**
 * Creates the schema of a moment in Unix seconds, as digits or a number. A fraction of a second is dropped
 * (rules: scheduled sends).
 */
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

/** A moment in a response: New Zealand local, to the second. */
export function nzTime(description: string) {
  return z.string().meta({
    description: `${description} New Zealand local time.`,
    pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$",
    examples: ["2026-11-21 12:00:00"],
  });
}
