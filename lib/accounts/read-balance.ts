import type { BalanceResponse } from "@/lib/contracts/gateway/balance";
import type { Database } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";
import { toDecimal } from "@/lib/money";

/** What an account may still spend (rules: balance), GST included. */
export async function readBalance(db: Database, accountId: number): Promise<BalanceResponse> {
  const [row] = await db.query<{ balanceMicros: bigint }>(
    prepared("balance", sql`select balance_micros as "balanceMicros" from accounts where id = ${accountId}`),
  );
  if (!row) throw new Error("The caller's account is gone.");
  return { balance: toDecimal(row.balanceMicros), currency: "NZD" };
}
