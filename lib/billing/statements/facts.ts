import type { BillingFacts } from "@/lib/contracts/members/billing";
import type { Database, Queryable } from "@/lib/db/client";
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
    select: {
      ...{ balanceMicros: true, owedMicros: true, lowBalanceMicros: true },
      ...{ country: true, hasGst: true, createdAt: true },
    },
  });
  return {
    balance: toDecimal(account.balanceMicros),
    owed: account.owedMicros === 0n ? null : toDecimal(account.owedMicros),
    lowBalance: account.lowBalanceMicros === null ? null : toDecimal(account.lowBalanceMicros),
    hasGst: account.hasGst,
    isCountryAwaited: account.hasGst && account.country !== "NZ",
    firstMonth: nzDate(account.createdAt).slice(0, 7),
    thisMonth: nzDate(now).slice(0, 7),
    topUpInstructions,
  };
}

/**
 * Sets the balance below which a notice goes out. A notice that went out before does not count for the new amount.
 * @param amount a decimal text of dollars; null for no notice.
 */
export async function setLowBalance(db: Queryable, accountId: number, amount: string | null): Promise<void> {
  const lowBalanceMicros = amount === null ? null : parseDollars(amount);
  await db.prisma.account.update({
    where: { id: accountId },
    data: { lowBalanceMicros, lowBalanceNoticeAt: null },
    select: { id: true },
  });
}
