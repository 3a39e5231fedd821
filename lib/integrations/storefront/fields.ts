import { type Fields, isFields } from "@/lib/integrations/read-body";

/** A field of a field; an empty object if the body has none. */
export function within(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** The objects of a list; none if the value is no list. */
export function entriesOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** Returns the first of some values that holds a text or a number, as a text of one line. */
export function firstText(...values: unknown[]): string | undefined {
  for (const value of values) {
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A number beyond 2^53 has lost digits when it was read, so that it names nothing. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number")
    return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, " ").trim();
  return text === "" ? undefined : text;
}

/** Returns a text that is at most as long as `max`: a longer one is no name, number or link. */
export function short(text: string | undefined, max: number): string | undefined {
  return text !== undefined && text.length <= max ? text : undefined;
}
