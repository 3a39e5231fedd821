import { unquoted } from "@/tests/support/database/statement-text";

/** A change of a table. It does not match a lock `for update`, or the `do update` of an insert. */
const CHANGE = /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\s+"?([a-z_]+)/gi;

/** A column that tables have and views lack. Tests read further such columns of home's tables. */
const SYSTEM_COLUMN = /\bxmax\b/i;

/**
 * Returns the reason if a statement would fail in a cell on a node, or null. There, views replace the tables of
 * a schema. A statement that changes a table twice would also change a row only once.
 */
export function unplaced(text: string): string | null {
  const read = unquoted(text);
  const changed = Array.from(read.matchAll(CHANGE), ([, table]) => (table as string).toLowerCase());
  const twice = changed.find((table, index) => changed.indexOf(table) !== index);
  if (twice) return `changes ${twice} twice`;
  if (/\bpublic\.[a-z_]/i.test(read)) return "names a schema, which is not every cell's";
  return SYSTEM_COLUMN.test(read) ? "reads a column of tables that views lack" : null;
}

/** A read of a table with monthly partitions. */
const LOOKS_IN_MONTHS =
  /\b(?:from|join|update|using|only)\s+(?:only\s+)?"?(?:messages|carrier_submissions|delivery_reports)\b/i;

/** A change, or a lock of rows. */
const WRITES = /\b(?:insert\s+into|delete\s+from|update|for\s+(?:key\s+)?share)\b/i;

/**
 * Returns the reason if an unnamed statement outside of a transaction may crash the server, otherwise null.
 * Such a statement reads monthly partitions, some of which the planner prunes during execution, and changes
 * or locks the rows (`lib/db/session/planning`).
 */
export function prunedWrite(text: string): string | null {
  const read = unquoted(text).trim();
  return /^(?:with|select)\b/i.test(read) && WRITES.test(read) && LOOKS_IN_MONTHS.test(read)
    ? "looks in months and writes, by itself and without a name"
    : null;
}
