import { unquoted, untilBracket } from "@/tests/support/database/statement-text";

/** A change of a table: not a lock `for update`, and not the `do update` of an insert. */
const CHANGE = /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\s+"?([a-z_]+)/gi;

/** Functions that PostgreSQL, or a migration of ours, calls volatile: a cluster changes no row by them. */
const VOLATILE =
  /\b(clock_timestamp|timeofday|random|gen_random_uuid|uuidv7|uuid_v7|nextval|setval|newest_routes_version)\s*\(/i;

/** Functions that depend on a setting of the session, and are called with what a row holds. */
const STABLE_OF_ROWS =
  /\b(to_jsonb?|jsonb?_build_(?:object|array)|row_to_json|to_char|concat|concat_ws|format|date_trunc|array_to_string)\s*\(/i;

/** A change of rows that are there, from its first word: not the `do update` of an insert, and not a lock. */
const CHANGE_OF_ROWS = /\b(?:delete\s+from|(?<!\b(?:for|key|do)\s+)update\s+(?!of\b|skip\b|nowait\b))/gi;

/** The values of an insert. */
const VALUES = /\binsert\s+into\s+[^()]*\([^()]*\)\s*(?:overriding\s+\w+\s+value\s*)?values\s*/gi;

/** The function by which a statement changes rows, or says which, though nodes may differ in it; null where there is none. */
function differingChange(read: string): string | null {
  for (const { index } of read.matchAll(CHANGE_OF_ROWS)) {
    const change = untilBracket(read, index);
    const found = VOLATILE.exec(change) ?? STABLE_OF_ROWS.exec(change);
    if (found) return found[1] as string;
  }
  return null;
}

/** Whether the values of an insert are asked for by a query among them. */
function asksInValues(read: string): boolean {
  return Array.from(read.matchAll(VALUES), ({ 0: { length }, index }) =>
    untilBracket(read, index + length),
  ).some((values) => /\(\s*select\b/i.test(values.replace(/\bon\s+conflict\b[\s\S]*$/i, "")));
}

/** Why a cluster would refuse a statement or run it on one node alone; null where it takes it. */
export function unclustered(text: string): string | null {
  const read = unquoted(text);
  const changed = Array.from(read.matchAll(CHANGE), ([, table]) => (table as string).toLowerCase());
  const twice = changed.find((table, index) => changed.indexOf(table) !== index);
  if (twice) return `changes ${twice} twice`;
  if (changed.length > 0 && /\bwith\s+recursive\b/i.test(read)) return "changes a table beside a recursion";
  if (/\bpg_(?:try_)?advisory_/i.test(read)) return "locks by a number instead of a row";
  if (/\bpublic\.[a-z_]/i.test(read)) return "names a schema, which is not every cell's";
  if (/\bset_config\s*\(/i.test(read)) return "sets by a function what no other node is told";
  const differing = differingChange(read);
  if (differing) return `changes rows by ${differing}, which differs from node to node`;
  if (asksInValues(read)) return "asks for a value of an insert by a query";
  if (/\bxmax\b/i.test(read)) return "reads xmax, which no other node knows";
  return null;
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
