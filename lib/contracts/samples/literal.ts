import type { Json } from "@/lib/contracts/samples/sample-request";

/** The notation of JSON's values in a language. */
export type Notation = {
  text: (value: string) => string;
  /** The text before an object's name and between the name and its value. */
  pair: (name: string) => string;
  object: readonly [open: string, close: string];
  list: readonly [open: string, close: string];
  /** An object without fields, in a language whose empty object would be a list. */
  emptyObject?: string;
  nothing: string;
  isTrue: string;
  isFalse: string;
  indent: string;
  /** True if the last entry also has a comma. */
  endsWithComma: boolean;
};

/** The notation of JavaScript. The other languages state their differences from it. */
export const JAVASCRIPT: Notation = {
  text: doubleQuoted,
  pair: (name) => `${doubleQuoted(name)}: `,
  object: ["{", "}"],
  list: ["[", "]"],
  nothing: "null",
  isTrue: "true",
  isFalse: "false",
  indent: "  ",
  endsWithComma: true,
};

/** Returns a JSON value as an expression of a language, over several lines if it has parts. */
export function literal(value: Json, notation: Notation, depth = 0): string {
  if (typeof value === "string") return notation.text(value);
  if (typeof value === "number") return String(value);
  if (value === null) return notation.nothing;
  if (typeof value === "boolean") return value ? notation.isTrue : notation.isFalse;
  const isList = Array.isArray(value);
  const entries = isList
    ? (value as readonly Json[]).map((entry) => literal(entry, notation, depth + 1))
    : Object.entries(value).map(
        ([name, entry]) => `${notation.pair(name)}${literal(entry as Json, notation, depth + 1)}`,
      );
  const [open, close] = isList ? notation.list : notation.object;
  if (entries.length === 0) return (isList ? undefined : notation.emptyObject) ?? `${open}${close}`;
  const inner = notation.indent.repeat(depth + 1);
  const end = notation.endsWithComma ? "," : "";
  return `${open}\n${entries.map((entry) => inner + entry).join(",\n")}${end}\n${notation.indent.repeat(depth)}${close}`;
}

/**
 * Returns a text in double quotes with the escapes of JSON, which JavaScript, Python, C# and Go share. Half a pair of
 * UTF-16 becomes U+FFFD, which Go cannot write. Every line break of Unicode is escaped, for C#.
 */
export function doubleQuoted(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns a text in single quotes for PHP and Ruby: a backslash precedes a backslash and a quote. */
export function singleQuoted(text: string): string {
  return `'${wellFormed(text).replace(/[\\']/g, "\\$&")}'`;
}

/** Returns a text without halves of UTF-16 pairs, which UTF-8 cannot encode. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}
