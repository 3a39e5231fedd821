import { z } from "zod";

/**
 * The kinds of parameter the API knows (rules: parameters, texts). Each takes what a query string or form gives (text)
 * and what JSON gives (its own type), so that an operation does not know how it was called. An empty text is a
 * parameter not given; the wrapper has taken it away before a contract sees it. Messages read on after the parameter's
 * name.
 */

/** Longest text that is no message: as long as all of a query string may be. */
const MAX_TEXT_LENGTH = 16_384;

/**
 * Of a message's text, so many characters (UTF-16 units) are looked at: ten times what is sent at most. What is behind
 * them would be trimmed, and could keep the service busy for a second first (rules: trimming).
 */
export const MAX_MESSAGE_LENGTH = 16_384;

/**
 * A short text of at most `max` characters (code points, as the database counts them) without control characters,
 * which would break logs, headers and reports.
 */
export function label(max: number) {
  return text()
    .refine((value) => isWithin(value, max), {
      error: `must be at most ${max} characters long`,
      abort: true,
    })
    .regex(/^\P{Cc}*$/u, "must not contain control characters")
    .meta(shownAs({ type: "string", maxLength: max }));
}

/**
 * A name that people give to something: a label that is not empty, without line separators and without characters that
 * turn the direction of the text behind them.
 */
export function givenName(max: number) {
  return label(max)
    .regex(
      /^[^\u2028-\u202e\u2066-\u2069]*$/u,
      "must not contain characters that change the direction of text",
    )
    .trim()
    .min(1, "must not be empty");
}

/**
 * Any text that can be stored as it is: no NUL character, no half of a surrogate pair. A text that is not ends there:
 * no other rule, of the parameter or of all of them together, sees it.
 */
export function text() {
  return anyText()
    .refine((value) => !value.includes("\0") && value.isWellFormed(), {
      error: "must not contain a NUL character or half a surrogate pair",
      abort: true,
    })
    .refine((value) => value.length <= MAX_TEXT_LENGTH, {
      error: `must be at most ${MAX_TEXT_LENGTH} characters long`,
      abort: true,
    });
}

/**
 * The text of a message: any at all. What no text can hold is replaced before another rule sees it (NUL by a space, half
 * a surrogate pair by U+FFFD), as it would be when the text is encoded; what is behind `most` units is left out.
 */
export function message(most = MAX_MESSAGE_LENGTH) {
  return anyText().overwrite((value) => value.slice(0, most).replaceAll("\0", " ").toWellFormed());
}

/** The text of a message that is trimmed: one unit more than is looked at tells that there was more (rules: trimming). */
export function trimmedMessage() {
  return message(MAX_MESSAGE_LENGTH + 1);
}

/** A text as it is, for what is never stored, such as a password, or is cleaned where everything else like it is. */
export function anyText() {
  return z.string("must be a text");
}

/** A text that a template puts into a message: of at most `max` characters (code points), whatever they are. */
export function templateText(max: number) {
  return message()
    .refine((value) => isWithin(value, max), `must be at most ${max} characters long`)
    .meta(shownAs({ type: "string", maxLength: max }));
}

/** A text that is cut to its first `max` UTF-16 units, and never inside a surrogate pair. */
export function cutText(max: number) {
  return message()
    .transform((value) => {
      const cut = value.slice(0, max);
      return value.length > max ? cut.replace(/[\ud800-\udbff]$/, "") : cut;
    })
    .meta(shownAs({ type: "string" }));
}

/** Whether a text has at most `max` code points. A far longer one is not taken apart to be counted. */
function isWithin(value: string, max: number): boolean {
  return value.length <= 2 * max && [...value].length <= max;
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

/** A page size: a whole number from 1; what is above `max` is brought down to it (rules: pagination). */
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
 * A boolean: `true/false/1/0/yes/no`, in any case (rules: parameters); false where it is not given. Where that is to
 * mean something else: `removeDefault()`, before `optional()`.
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
 * choose, in place of all the ways that are taken. Its description and examples stay.
 */
export function shownAs(schema: Shown): { override: (context: { jsonSchema: Shown }) => void } {
  return {
    override: ({ jsonSchema }) => {
      const shown = jsonSchema as Record<string, unknown>;
      const { description, examples } = shown;
      for (const key of Object.keys(shown)) delete shown[key];
      Object.assign(shown, schema, {
        ...(description === undefined ? {} : { description }),
        ...(examples === undefined ? {} : { examples }),
      });
    },
  };
}
