import { type FactsRow, factsStatement } from "@/lib/billing/statements/facts.sql";
import type { BillingFacts } from "@/lib/contracts/members/billing";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";

/** Reads an account's money, and the first month of its statements. */
export async function readBillingFacts(
  db: Database,
  accountId: number,
  topUpInstructions: string,
  now: Date,
): Promise<BillingFacts> {
  const [account] = await db.query<FactsRow>(factsStatement(accountId));
  if (!account) throw new Error("The member's account is gone.");
  return {
    accountId,
    balance: toDecimal(account.balanceMicros),
    owed: account.owedMicros === 0n ? null : toDecimal(account.owedMicros),
    hasGst: account.hasGst,
    isCountryAwaited: account.hasGst && account.country !== "NZ",
    firstMonth: nzDate(account.createdAt).slice(0, 7),
    thisMonth: nzDate(now).slice(0, 7),
    topUpInstructions,
  };
}
