import { tellOf } from "@/lib/billing/auto-top-up/notices";
import {
  pauseStatement,
  settlePaidStatement,
  settleUnpaidStatement,
} from "@/lib/billing/auto-top-up/payments.sql";
import { creditPaymentStatement } from "@/lib/billing/cards/card-payments.sql";
import type { AutoPayment } from "@/lib/billing/cards/card-session";
import type { PauseReason } from "@/lib/contracts/base/values";
import type { Database, Transaction } from "@/lib/db/client";
import { inChangeTurn, turnOfAccount } from "@/lib/db/locks/caller-turns";
import { takeBack } from "@/lib/ledger/take-back";
import { topUp } from "@/lib/ledger/top-up";
import { log } from "@/lib/log";
import { toDecimal } from "@/lib/money";

/**
 * Credits an auto top-up once (rules: auto top-up), whoever tells of it first: Stripe's answer or its event. The payment's
 * row, the balance and the ledger are one transaction.
 * @returns `ignored` where there is no such account.
 */
export async function creditAutoPayment(
  db: Database,
  { id, paymentId, accountId, micros }: AutoPayment,
  now: Date,
): Promise<"credited" | "repeated" | "ignored"> {
  const settle = async (tx: Transaction) => {
    // The lock of its row lets a second one that tells of it see what the first has done.
    await tx.query(settlePaidStatement(id, accountId, paymentId));
    const payments = await tx.query(creditPaymentStatement(paymentId, accountId, micros));
    if (payments.length === 0) return "ignored" as const;
    const credit = { accountId, amountMicros: micros, note: "Auto top-up by card", reference: paymentId };
    const balance = await topUp(tx, credit, now);
    const entry = { note: "Refund or dispute of a card payment", reference: `${paymentId} taken back` };
    const taken = await takeBack(tx, paymentId, entry, now);
    if (balance !== null) {
      const left = taken ? taken.balanceMicros : balance;
      const details = { amountMicros: String(micros), balanceMicros: String(left) };
      const line = { amount: toDecimal(micros) };
      await tellOf(tx, accountId, { kind: "auto_top_up_paid", details, line }, now);
    }
    // What was taken back before it was credited pauses as what is taken back later.
    if (taken) await pauseAutoTopUp(tx, accountId, "taken_back", now);
    return balance === null ? ("repeated" as const) : ("credited" as const);
  };
  const outcome = await inChangeTurn(db, turnOfAccount(accountId), () => db.transaction(settle));
  if (outcome === "ignored") log().error({ payment: paymentId }, "an auto top-up belongs to no account");
  return outcome;
}

/**
 * Settles an auto top-up that was refused, and pauses the account's, once.
 * @param paymentId of its payment intent, where there is one.
 * @returns whether it was not settled before.
 */
export function refuseAutoPayment(
  db: Database,
  { id, reason, paymentId }: { id: string; reason: PauseReason; paymentId: string | null },
  now: Date,
): Promise<boolean> {
  const settle = async (tx: Transaction) => {
    const settled = { outcome: "refused", reason, paymentId };
    const [row] = await tx.query<{ accountId: number }>(settleUnpaidStatement(id, settled));
    if (row) await pauseAutoTopUp(tx, row.accountId, reason, now);
    return row !== undefined;
  };
  return inChangeTurn(db, `payment ${id}`, () => db.transaction(settle));
}

/** Settles an auto top-up that was never made, since nobody needs it now. */
export async function cancelAutoPayment(db: Database, id: string): Promise<void> {
  await db.query(settleUnpaidStatement(id, { outcome: "cancelled", reason: null, paymentId: null }));
}

/** Pauses an account's auto top-up where it is on, and tells the account why, in one transaction. */
export async function pauseAutoTopUp(
  tx: Transaction,
  accountId: number,
  reason: PauseReason,
  now: Date,
): Promise<void> {
  const [paused] = await tx.query<{ amountMicros: bigint }>(pauseStatement(accountId, reason, now));
  if (!paused) return;
  const { amountMicros } = paused;
  const details = { reason, amountMicros: String(amountMicros) };
  const line = { reason: reason.replaceAll("_", " "), amount: toDecimal(amountMicros) };
  await tellOf(tx, accountId, { kind: "auto_top_up_paused", details, line }, now);
}
