import pg from "pg";
import { hashedExists } from "@/tests/support/database/hashed-exists";
import { prunedWrite, unplaced } from "@/tests/support/database/placed-statements";

/** The reasons for which a test's statements were rejected. */
const refused = new Set<string>();
const seen = new Set<string>();

type Query = pg.Client["query"];

/** Checks each statement of this process from here on, once. */
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

/** Statements of the service are objects. A plain text is a migration. */
function look(statement: unknown, isByItself: boolean): void {
  const { text, name } = (statement ?? {}) as { text?: unknown; name?: unknown };
  if (typeof text !== "string" || seen.has(text)) return;
  seen.add(text);
  const ofItself = isByItself && name === undefined ? prunedWrite(text) : null;
  const why = unplaced(text) ?? hashedExists(text) ?? ofItself;
  if (why) refused.add(`${why}: ${text.trim().slice(0, 2000)}`);
}

/** Returns the rejection reasons since the last call. */
export function takeRefused(): string[] {
  const taken = [...refused];
  refused.clear();
  return taken;
}
