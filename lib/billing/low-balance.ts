import { endLowBalancesStatement, noticeLowBalancesStatement } from "@/lib/billing/low-balance.sql";
import type { Database } from "@/lib/db/client";

/**
 * Puts a notice on its way for each account whose balance has fallen below what it wants to be told of
 * (rules: low balance). There is one until the balance has been above it again. Notice and email are one
 * statement, so that neither is there without the other.
 * @returns how many notices there were.
 */
export async function noticeLowBalances(db: Database, now: Date): Promise<number> {
  await db.query(endLowBalancesStatement());
  const noticed = await db.query(noticeLowBalancesStatement(now));
  return noticed.length;
}
