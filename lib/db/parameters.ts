/**
 * A statement's parameters as PostgreSQL's driver sends them quickest: instants and arrays as text. A batch of a thousand
 * messages is some twenty arrays of a thousand values, and the driver escapes each of these as if it were prose.
 * @param values anything the driver takes; what is neither instant nor array is left to it.
 */
export function toParameters(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (value instanceof Date) return value.toISOString();
    return Array.isArray(value) && value.every(isPlain) ? toArray(value) : value;
  });
}

type Plain = string | number | bigint | boolean | Date | null | undefined;

function isPlain(value: unknown): value is Plain {
  return typeof value !== "object" || value === null || value instanceof Date;
}

function toArray(values: readonly Plain[]): string {
  return `{${values.map(toElement).join(",")}}`;
}

/** What needs no quotes: ids, numbers, enum values, instants. */
const BARE = /^[\w.:+-]+$/;

function toElement(value: Plain): string {
  if (value === null || value === undefined) return "NULL";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  if (BARE.test(value) && value.toUpperCase() !== "NULL") return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
