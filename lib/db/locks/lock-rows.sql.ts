import { prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * Locks rows of `lock_rows` in the order of their slots until the transaction ends. Returns a row for each existing
 * slot.
 */
export function lockRowsStatement(kind: string, slots: readonly number[]): Sql {
  return prepared(
    "lock-rows",
    sql`
    select slot from lock_rows where kind = ${kind}::text and slot = any(${slots}::smallint[])
    order by slot for update`,
  );
}
