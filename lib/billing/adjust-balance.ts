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
 * Adds money to a balance, or subtracts it (rules: balance adjustments), and writes the ledger entry in the same
 * statement. The transaction also records the actor and the reason. A repeat with the same key changes nothing.
 * @param adjustment `amountMicros` is signed and not zero, as it is added to the balance.
 * @returns the new balance in micro-dollars.
 * @throws GatewayError `not_found`; `conflict` if the balance would fall below zero, or the key belongs to another
 * adjustment.
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
    if (!outcome) throw new Error("The statement returned no row.");
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
 * Returns whether an entry with the key exists.
 * @throws GatewayError `conflict` if it is another adjustment.
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
