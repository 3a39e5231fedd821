import { unquoted } from "@/tests/support/database/statement-text";

/** A change of a table: not a lock `for update`, and not the `do update` of an insert. */
const CHANGE = /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\s+"?([a-z_]+)/gi;

/** A column that tables have and views lack. Tests look at further ones of home's tables. */
const SYSTEM_COLUMN = /\bxmax\b/i;

/**
 * Returns why a statement would fail in a cell on a node, where views stand for the tables of a schema, or why it would change
 * a row once that it names twice; null otherwise.
 */
export function unplaced(text: string): string | null {
  const read = unquoted(text);
  const changed = Array.from(read.matchAll(CHANGE), ([, table]) => (table as string).toLowerCase());
  const twice = changed.find((table, index) => changed.indexOf(table) !== index);
  if (twice) return `changes ${twice} twice`;
  if (/\bpublic\.[a-z_]/i.test(read)) return "names a schema, which is not every cell's";
  return SYSTEM_COLUMN.test(read) ? "reads a column of tables that views lack" : null;
}

/** Where a statement looks for rows of a table in months. */
const LOOKS_IN_MONTHS =
  /\b(?:from|join|update|using|only)\s+(?:only\s+)?"?(?:messages|carrier_submissions|delivery_reports)\b/i;

/** A change, or a lock of rows. */
const WRITES = /\b(?:insert\s+into|delete\s+from|update|for\s+(?:key\s+)?share)\b/i;

/**
 * Why a statement by itself that has no name may end the server: it looks for messages in months, of which the planner leaves some
 * out while it runs, and changes or locks what it finds (`lib/db/session/planning`). Null where it may not.
 */
export function prunedWrite(text: string): string | null {
  const read = unquoted(text).trim();
  return /^(?:with|select)\b/i.test(read) && WRITES.test(read) && LOOKS_IN_MONTHS.test(read)
    ? "looks in months and writes, by itself and without a name"
    : null;
}
