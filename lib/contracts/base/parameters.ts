import { z } from "zod";

/**
 * The kinds of parameters (rules: parameters, texts). Each accepts text, from a query string or form, and its own
 * type, from JSON. An operation therefore does not know the form of its call. An empty text is a missing parameter:
 * the wrapper removes it before a contract sees it. Messages continue a sentence that begins with the parameter's
 * name.
 */

/** The longest text that is no message: as long as a whole query string. */
const MAX_TEXT_LENGTH = 16_384;

/**
 * The number of characters (UTF-16 units) of a message's text that are read: ten times the most that are sent. The
 * rest would be trimmed, but could keep the service busy for a second first (rules: trimming).
 */
export const MAX_MESSAGE_LENGTH = 16_384;

/**
 * Creates the schema of a short text of at most `max` characters (code points, as the database counts). It rejects
 * control characters, which would break logs, headers and reports.
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
 * Creates the schema of a name by a person: a label that is not empty. It rejects line separators and characters that
 * change the direction of later text.
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
 * Creates the schema of a text that can be stored: without a NUL character and without half a surrogate pair. A
 * failure ends the validation: no other rule sees the text.
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
 * Creates the schema of a message's text. It replaces a NUL by a space and half a surrogate pair by U+FFFD, as the
 * encoding would, and drops the characters behind `most` units.
 */
export function message(most = MAX_MESSAGE_LENGTH) {
  return anyText().overwrite((value) => value.slice(0, most).replaceAll("\0", " ").toWellFormed());
}

/**
 * Creates the schema of a trimmed message's text. It reads one unit more than the limit, which shows that there was
 * more.
 */
export function trimmedMessage() {
  return message(MAX_MESSAGE_LENGTH + 1);
}

/**
 * Creates the schema of any text, unchanged. It is for texts that are never stored, such as a password, and for texts
 * that are cleaned elsewhere.
 */
export function anyText() {
  return z.string("must be a text");
}

/**
 * Creates the schema of a text that a template puts into a message: at most `max` characters (code points) of any
 * kind.
 */
export function templateText(max: number) {
  return message()
    .refine((value) => isWithin(value, max), `must be at most ${max} characters long`)
    .meta(shownAs({ type: "string", maxLength: max }));
}

/** Creates the schema of a text that is cut to its first `max` UTF-16 units, never inside a surrogate pair. */
export function cutText(max: number) {
  return message()
    .transform((value) => {
      const cut = value.slice(0, max);
      return value.length > max ? cut.replace(/[\ud800-\udbff]$/, "") : cut;
    })
    .meta(shownAs({ type: "string" }));
}

/** Returns whether a text has at most `max` code points. It does not split a far longer text to count them. */
function isWithin(value: string, max: number): boolean {
  return value.length <= 2 * max && [...value].length <= max;
}

/** Creates the schema of a whole number from `min` to `max`, as a number or in digits. */
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

/**
 * Creates the schema of a page size: a whole number from 1. A number above `max` becomes `max` (rules: pagination).
 */
export function limit(max: number, fallback: number) {
  const wrong = "must be a whole number from 1";
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], wrong)
    .refine((value) => value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY), wrong)
    .transform((value) => Math.min(value, max))
    .meta(shownAs({ type: "integer", minimum: 1 }))
    .default(fallback)
    .meta({ description: `Number of entries on a page, at most ${max}; a larger number counts as ${max}.` });
}

/** Creates the schema of a page's number, from 1. */
export function page() {
  return integer(1, 1_000_000).default(1).meta({ description: "The page of the list, from 1." });
}

const TRUE = ["true", "1", "yes"];
const FALSE = ["false", "0", "no"];

/**
 * Creates the schema of a boolean: `true/false/1/0/yes/no`, in any case. The default is false. For no default, add
 * `removeDefault()` before `optional()`.
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

/** Creates the schema of one word of a closed list. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const quoted = words.map((word) => `'${word}'`);
  const last = quoted.pop();
  return z.enum(words, `must be ${quoted.length > 0 ? `${quoted.join(", ")} or ` : ""}${last}`);
}

/** The JSON Schema of a parameter in the published contract. */
type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the metadata that publishes a parameter as this schema. It shows the recommended spelling in place of all
 * accepted spellings. Description and examples stay.
 */
export function shownAs(schema: JsonSchema): { override: (context: { jsonSchema: JsonSchema }) => void } {
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
