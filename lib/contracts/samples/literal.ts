import type { Json } from "@/lib/contracts/samples/sample-request";

/** How a language writes the values of JSON. */
export type Notation = {
  text: (value: string) => string;
  /** What stands before an object's name and between it and its value. */
  pair: (name: string) => string;
  object: readonly [open: string, close: string];
  list: readonly [open: string, close: string];
  /** An object without fields, where it would be taken for a list. */
  emptyObject?: string;
  nothing: string;
  isTrue: string;
  isFalse: string;
  indent: string;
  /** Whether the last entry has a comma too. */
  endsWithComma: boolean;
};

/** How JavaScript writes them. The other languages say what they write otherwise. */
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

/** A value of JSON as an expression of a language, over several lines where it has parts. */
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
 * A text in double quotes with the escapes of JSON, which JavaScript, Python, C# and Go read alike. Half a pair of
 * UTF-16 becomes U+FFFD, since Go has no way to write it, and every line break of Unicode is escaped, for C#.
 */
export function doubleQuoted(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A text in single quotes, as PHP and Ruby read it: a backslash stands before itself and before the quote. */
export function singleQuoted(text: string): string {
  return `'${wellFormed(text).replace(/[\\']/g, "\\$&")}'`;
}

/** A text without halves of pairs of UTF-16, which UTF-8 cannot write. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}
