import { yieldToOthers } from "@/lib/parsing/yield-to-others";

/**
 * Returns a statement's parameters in the form that PostgreSQL's driver sends fastest: instants and arrays as text. A
 * batch of a thousand messages has some twenty arrays of a thousand values, each of which the driver would escape.
 * @param values any values of the driver. Other values than instants and arrays are unchanged.
 */
export function toParameters(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (value instanceof Date) return value.toISOString();
    return Array.isArray(value) && value.every(isPlain) ? toArray(value) : value;
  });
}

/** The elements of an array. */
export type Plain = string | number | bigint | boolean | Date | null | undefined;

function isPlain(value: unknown): value is Plain {
  return typeof value !== "object" || value === null || value instanceof Date;
}

function toArray(values: readonly Plain[]): string {
  return `{${values.map(toElement).join(",")}}`;
}

/** The rows whose values are written at once: about a millisecond. */
const SLICE = 500;

/**
 * Returns the columns of rows, each as a parameter: an array in PostgreSQL's text. It writes many rows in slices,
 * between which other requests run. An array among the parameters of `toParameters` is written at once.
 * @param of returns the value of a row in each column.
 */
export async function toColumns<Row, Name extends string>(
  rows: readonly Row[],
  of: Readonly<Record<Name, (row: Row) => Plain>>,
): Promise<Record<Name, string>> {
  const columns = (Object.entries(of) as [Name, (row: Row) => Plain][]).map(([name, value]) => ({
    name,
    value,
    elements: [] as string[],
  }));
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % SLICE === 0) await yieldToOthers();
    for (const { value, elements } of columns) elements.push(toElement(value(row)));
  }
  const written = columns.map(({ name, elements }) => [name, `{${elements.join(",")}}`]);
  return Object.fromEntries(written) as Record<Name, string>;
}

/** Values that need no quotes: ids, numbers, enum values, instants. */
const BARE = /^[\w.:+-]+$/;

/** The word for no value in an array, in any case of letters. */
const NULL = "NULL";

function toElement(value: Plain): string {
  if (value === null || value === undefined) return NULL;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  if (BARE.test(value) && (value.length !== NULL.length || value.toUpperCase() !== NULL)) return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
