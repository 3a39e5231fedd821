import type { Database, Queryable } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";

/**
 * Runs one statement in a transaction, and begins one if necessary. It is for a statement without a name that
 * searches messages of any month, and changes or locks the matches (`lib/db/session/planning`).
 */
export function queryInTransaction<Row>(db: Queryable | Database, statement: Sql): Promise<Row[]> {
  return "transaction" in db ? db.transaction((tx) => tx.query<Row>(statement)) : db.query<Row>(statement);
}
