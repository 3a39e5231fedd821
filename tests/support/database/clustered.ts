import pg from "pg";

/** What is seen of a statement's text: no comments, no quoted texts. */
const UNREAD = /--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$/g;

/** A change of a table: not a lock `for update`, and not the `do update` of an insert. */
const CHANGE = /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\s+"?([a-z_]+)/gi;

/** Functions that PostgreSQL, or a migration of ours, calls volatile: a cluster changes no row by them. */
const VOLATILE =
  /\b(clock_timestamp|timeofday|random|gen_random_uuid|uuidv7|uuid_v7|nextval|setval|account_is_active|newest_routes_version)\s*\(/i;

/** Functions that depend on a setting of the session, and are called with what a row holds. */
const STABLE_OF_ROWS =
  /\b(to_jsonb?|jsonb?_build_(?:object|array)|row_to_json|to_char|concat|concat_ws|format|date_trunc|array_to_string)\s*\(/i;

/** A change of rows that are there, from its first word: not the `do update` of an insert, and not a lock. */
const CHANGE_OF_ROWS = /\b(?:delete\s+from|(?<!\b(?:for|key|do)\s+)update\s+(?!of\b|skip\b|nowait\b))/gi;

/** The values of an insert. */
const VALUES = /\binsert\s+into\s+[^()]*\([^()]*\)\s*(?:overriding\s+\w+\s+value\s*)?values\s*/gi;

/** A text from `from` on, to the end of the brackets that it is in. */
function untilBracket(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth < 0) return text.slice(from, at);
  }
  return text.slice(from);
}

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
  const read = text.replace(UNREAD, "''");
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
  const read = text.replace(UNREAD, "''").trim();
  return /^(?:with|select)\b/i.test(read) && WRITES.test(read) && LOOKS_IN_MONTHS.test(read)
    ? "looks in months and writes, by itself and without a name"
    : null;
}

/** Prisma's own lock while it migrates, which it does on one connection to one node. */
const MIGRATING = "SELECT pg_advisory_lock(72707369)";

/** What a test's statements were refused for. */
const refused = new Set<string>();
const seen = new Set<string>();

type Query = pg.Client["query"];

/** Looks at each statement of this process from here on, once. */
export function watchStatements(): void {
  const { query } = pg.Client.prototype;
  const inTransaction = new WeakSet<pg.Client>();
  const watched = function (this: pg.Client, ...args: Parameters<Query>) {
    const statement: unknown = args[0];
    if (typeof statement === "string") {
      if (/^begin\b/i.test(statement)) inTransaction.add(this);
      if (/^(?:commit|rollback)\b/i.test(statement)) inTransaction.delete(this);
    }
    look(statement, !inTransaction.has(this));
    return Reflect.apply(query, this, args);
  };
  pg.Client.prototype.query = watched as Query;
}

/** Statements of the service are objects. What is a text by itself is a migration's, which has one node. */
function look(statement: unknown, isByItself: boolean): void {
  const { text, name } = (statement ?? {}) as { text?: unknown; name?: unknown };
  if (typeof text !== "string" || text === MIGRATING || seen.has(text)) return;
  seen.add(text);
  const why = unclustered(text) ?? (isByItself && name === undefined ? prunedWrite(text) : null);
  if (why) refused.add(`${why}: ${text.trim().slice(0, 2000)}`);
}

/** What statements since the last call were refused for. */
export function takeRefused(): string[] {
  const taken = [...refused];
  refused.clear();
  return taken;
}
