import { prepared, type Sql, sql } from "@/lib/db/sql";
import { balanceOf } from "@/lib/ledger/pockets.sql";

/** A balance in micro-dollars. */
export type BalanceRow = { balanceMicros: bigint };

/** The balance of an account. */
export function balanceStatement(accountId: number): Sql {
  return prepared(
    "balance",
    sql`select ${balanceOf(sql`a`)} as "balanceMicros" from accounts a where a.id = ${accountId}`,
  );
}
