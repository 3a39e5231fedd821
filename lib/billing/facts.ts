import { type Actor, recordActivity } from "@/lib/accounts/record-activity";
import type { BillingFacts } from "@/lib/contracts/members/billing";
import type { Database } from "@/lib/db/client";
import { parseDollars, toDecimal } from "@/lib/money";
import { nzDate } from "@/lib/sms/nz-time";

/** How much money an account has, when it wants to be told of little, and since when it keeps accounts. */
export async function readBillingFacts(
  db: Database,
  accountId: number,
  topUpInstructions: string,
  now: Date,
): Promise<BillingFacts> {
  const account = await db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { balanceMicros: true, lowBalanceMicros: true, country: true, createdAt: true },
  });
  return {
    balance: toDecimal(account.balanceMicros),
    lowBalance: account.lowBalanceMicros === null ? null : toDecimal(account.lowBalanceMicros),
    hasGst: account.country === "NZ",
    firstMonth: nzDate(account.createdAt).slice(0, 7),
    thisMonth: nzDate(now).slice(0, 7),
    topUpInstructions,
  };
}

/**
 * Sets the balance below which a notice goes out, and writes it down. A notice that went out before does not count
 * for the new amount.
 * @param amount a decimal text of dollars; null for no notice.
 */
export async function setLowBalance(
  db: Database,
  accountId: number,
  actor: Actor,
  amount: string | null,
  now: Date,
): Promise<void> {
  const lowBalanceMicros = amount === null ? null : parseDollars(amount);
  await db.prisma.account.update({
    where: { id: accountId },
    data: { lowBalanceMicros, lowBalanceNoticeAt: null },
  });
  const details = { changed: "lowBalance", lowBalance: amount };
  await recordActivity(db, accountId, actor, "settings_changed", details, now);
}
