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
 * Credits an auto top-up once (rules: auto top-up), for Stripe's response or its event, whichever comes first. The
 * payment's row, the balance and the ledger are one transaction.
 * @returns `ignored` if the account does not exist.
 */
export async function creditAutoPayment(
  db: Database,
  { id, paymentId, accountId, micros }: AutoPayment,
  now: Date,
): Promise<"credited" | "repeated" | "ignored"> {
  const settle = async (tx: Transaction) => {
    // The lock of the payment's row makes the second report wait for the result of the first.
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
    // A payment that was refunded or disputed before its credit pauses auto top-up too, as it does afterwards.
    if (taken) await pauseAutoTopUp(tx, accountId, "taken_back", now);
    return balance === null ? ("repeated" as const) : ("credited" as const);
  };
  const outcome = await inChangeTurn(db, turnOfAccount(accountId), () => db.transaction(settle));
  if (outcome === "ignored") log().error({ payment: paymentId }, "an auto top-up belongs to no account");
  return outcome;
}

/**
 * Marks an auto top-up as refused, and pauses the account's auto top-up, once.
 * @param paymentId the id of its payment intent, if there is one.
 * @returns whether it had no result before.
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

/** Marks an auto top-up that was never made as cancelled: the account no longer needs it. */
export async function cancelAutoPayment(db: Database, id: string): Promise<void> {
  await db.query(settleUnpaidStatement(id, { outcome: "cancelled", reason: null, paymentId: null }));
}

/** Pauses an account's auto top-up if it is on, and notifies the account, in one transaction. */
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
