import { type Fields, isFields } from "@/lib/integrations/read-body";

/** Returns a field of a field; an empty object if the body has none. */
export function within(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** Returns the objects of a list; an empty list for any other value. */
export function entriesOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** Returns the first value that is a text or a number, as a text of one line. */
export function firstText(...values: unknown[]): string | undefined {
  for (const value of values) {
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns a value as a text. A number beyond 2^53 lost digits in parsing, and identifies no order. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number")
    return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, " ").trim();
  return text === "" ? undefined : text;
}

/** Returns a text of at most `max` characters. A longer text is no name, number or link. */
export function short(text: string | undefined, max: number): string | undefined {
  return text !== undefined && text.length <= max ? text : undefined;
}
