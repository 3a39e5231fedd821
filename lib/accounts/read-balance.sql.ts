import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A balance in micro-dollars. */
export type BalanceRow = { balanceMicros: bigint };

/** Reads the balance of an account. */
export function balanceStatement(accountId: number): Sql {
  return prepared(
    "balance",
    sql`select balance_micros as "balanceMicros" from accounts where id = ${accountId}`,
  );
}
