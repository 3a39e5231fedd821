import { noAccount } from "@/lib/accounts/read-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import {
  type Adjustment,
  type AdjustmentRow,
  adjustBalanceStatement,
} from "@/lib/billing/adjust-balance.sql";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { formatMoney, toDecimal } from "@/lib/money";

/**
 * Puts money on a balance, or takes some away (rules: balance adjustments), and writes the ledger entry in the same
 * statement; whoever did it, and why, is written down in the same transaction. Sent again with its key, it has happened
 * already.
 * @param adjustment `amountMicros` signed and not zero, as it arrives on the balance.
 * @returns the balance then, in micro-dollars.
 * @throws GatewayError `not_found`; `conflict` where the balance would fall below zero, or the key is another's.
 */
export async function adjustBalance(
  db: Database,
  adjustment: Adjustment,
  actor: Actor,
  now: Date,
): Promise<bigint> {
  const { accountId, amountMicros, reason } = adjustment;
  return db.transaction(async (tx) => {
    const [outcome] = await tx.query<AdjustmentRow>(adjustBalanceStatement(adjustment, now));
    if (!outcome) throw new Error("The statement gives one row.");
    const { balanceBefore, balanceAfter } = outcome;
    if (balanceBefore === null) throw noAccount(accountId);
    if (balanceAfter !== null) {
      const details = { amount: toDecimal(amountMicros), reason };
      await recordActivity(tx, { accountId, actor, action: "balance_adjusted", details }, now);
      return balanceAfter;
    }
    if (await isDone(tx, adjustment)) return balanceBefore;
    const balance = formatMoney(toDecimal(balanceBefore));
    throw new GatewayError("conflict", `The balance is ${balance} and can't go below $0.`);
  });
}

/**
 * Whether an entry has the key already.
 * @throws GatewayError `conflict` where it is another adjustment.
 */
async function isDone(tx: Queryable, { accountId, key, amountMicros, reason }: Adjustment): Promise<boolean> {
  const entry = await tx.prisma.ledgerEntry.findUnique({
    where: { id: key },
    select: { accountId: true, kind: true, amountMicros: true, note: true },
  });
  if (!entry) return false;
  const isSame =
    entry.accountId === accountId &&
    entry.kind === "adjustment" &&
    entry.amountMicros === amountMicros &&
    entry.note === reason;
  if (isSame) return true;
  throw new GatewayError("conflict", "This form was already submitted with other values. Open it again.");
}
