import type { Database, Queryable } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";

/**
 * Runs one statement in a transaction, where it is not in one already: a statement without a name that looks for messages in any
 * month, and changes or locks what it finds (`lib/db/session/planning`).
 */
export function queryInTransaction<Row>(db: Queryable | Database, statement: Sql): Promise<Row[]> {
  return "transaction" in db ? db.transaction((tx) => tx.query<Row>(statement)) : db.query<Row>(statement);
}
