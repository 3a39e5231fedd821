import { type BalanceRow, balanceStatement } from "@/lib/accounts/read-balance.sql";
import type { BalanceResponse } from "@/lib/contracts/gateway/balance";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";

/** Returns the balance that an account can spend, GST included (rules: balance). */
export async function readBalance(db: Database, accountId: number): Promise<BalanceResponse> {
  const [row] = await db.query<BalanceRow>(balanceStatement(accountId));
  if (!row) throw new Error("The caller's account was deleted.");
  return { balance: toDecimal(row.balanceMicros), currency: "NZD" };
}
