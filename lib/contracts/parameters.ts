import { z } from "zod";

/**
 * The kinds of parameter the API knows. Each takes what a query string or form gives (text) and what JSON gives
 * (its own type), so that an operation does not know how it was called. An empty text is a parameter not given;
 * the wrapper has taken it away before a contract sees it. Messages read on after the parameter's name.
 */

/**
 * A short text of at most `max` characters (code points, as the database counts them) without control characters,
 * which would break logs, headers and reports.
 */
export function label(max: number) {
  return text()
    .refine((value) => [...value].length <= max, `must be at most ${max} characters long`)
    .regex(/^\P{Cc}*$/u, "must not contain control characters")
    .meta(shownAs({ type: "string", maxLength: max }));
}

/** Any text that can be stored as it is: no NUL character, no half of a surrogate pair. */
export function text() {
  return message().refine(
    (value) => !value.includes("\0") && value.isWellFormed(),
    "must not contain a NUL character or half a surrogate pair",
  );
}

/** The text of a message: any at all, since what cannot be sent is replaced when it is encoded. */
export function message() {
  return z.string("must be a text");
}

/** A whole number from `min` to `max`, as a number or in digits. */
export function integer(min: number, max: number) {
  const range = `must be a whole number from ${min} to ${max}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      range,
    )
    .pipe(z.number().int(range).min(min, range).max(max, range))
    .meta(shownAs({ type: "integer", minimum: min, maximum: max }));
}

/** A page size: a whole number from 1; what is above `max` is brought down to it (decisions "Queries"). */
export function limit(max: number, fallback: number) {
  const wrong = "must be a whole number from 1";
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], wrong)
    .refine((value) => value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY), wrong)
    .transform((value) => Math.min(value, max))
    .meta(shownAs({ type: "integer", minimum: 1 }))
    .default(fallback)
    .meta({ description: `How many to list, at most ${max}; a larger number counts as ${max}.` });
}

/** The number of a page, from 1. */
export function page() {
  return integer(1, 1_000_000).default(1).meta({ description: "The page of the list, from 1." });
}

const TRUE = ["true", "1", "yes"];
const FALSE = ["false", "0", "no"];

/**
 * A boolean: `true/false/1/0/yes/no` (decisions "OTP, appointment, lookup"), in any case; false where it is not given. Where
 * that is to mean something else: `removeDefault()`, before `optional()`.
 */
export function flag() {
  const wrong = "must be true or false";
  return z
    .union([z.boolean(), z.number(), z.string()], wrong)
    .transform((value, context) => {
      const word = String(value).toLowerCase();
      if (TRUE.includes(word)) return true;
      if (FALSE.includes(word)) return false;
      context.addIssue({ code: "custom", message: wrong });
      return z.NEVER;
    })
    .meta(shownAs({ type: "boolean" }))
    .default(false);
}

/** One of a closed list of words, as they are written. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const quoted = words.map((word) => `'${word}'`);
  const last = quoted.pop();
  return z.enum(words, `must be ${quoted.length > 0 ? `${quoted.join(", ")} or ` : ""}${last}`);
}

/** What JSON Schema has of a parameter in the published contract. */
type Shown = Readonly<Record<string, unknown>>;

/**
 * The metadata that publishes a parameter as this schema, which is the one way to write it that every caller should
 * choose, in place of all the ways that are taken. Its description, examples and default stay.
 */
export function shownAs(schema: Shown): { override: (context: { jsonSchema: Shown }) => void } {
  return {
    override: ({ jsonSchema }) => {
      const shown = jsonSchema as Record<string, unknown>;
      const { description, examples, default: fallback } = shown;
      for (const key of Object.keys(shown)) delete shown[key];
      Object.assign(shown, schema, {
        ...(description === undefined ? {} : { description }),
        ...(examples === undefined ? {} : { examples }),
        ...(fallback === undefined ? {} : { default: fallback }),
      });
    },
  };
}
