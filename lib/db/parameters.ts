import { yieldToOthers } from "@/lib/parsing/yield-to-others";

/**
 * A statement's parameters as PostgreSQL's driver sends them quickest: instants and arrays as text. A batch
 * of a thousand messages is some twenty arrays of a thousand values. The driver would escape each of these as
 * if it were prose.
 * @param values anything the driver takes; what is neither instant nor array is left to it.
 */
export function toParameters(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (value instanceof Date) return value.toISOString();
    return Array.isArray(value) && value.every(isPlain) ? toArray(value) : value;
  });
}

/** What an element of an array may be. */
export type Plain = string | number | bigint | boolean | Date | null | undefined;

function isPlain(value: unknown): value is Plain {
  return typeof value !== "object" || value === null || value instanceof Date;
}

function toArray(values: readonly Plain[]): string {
  return `{${values.map(toElement).join(",")}}`;
}

/** Rows whose values are written at once: about a millisecond. */
const SLICE = 500;

/**
 * The columns of rows, each as an array in PostgreSQL's text, which is a parameter as it is. Those of many rows are
 * written in slices between which others get their turn: an array among the parameters is written in one.
 * @param of the columns: what a row has in each.
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

/** What needs no quotes: ids, numbers, enum values, instants. */
const BARE = /^[\w.:+-]+$/;

/** In whatever case, what an array takes for no value. */
const NULL = "NULL";

function toElement(value: Plain): string {
  if (value === null || value === undefined) return NULL;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  if (BARE.test(value) && (value.length !== NULL.length || value.toUpperCase() !== NULL)) return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
