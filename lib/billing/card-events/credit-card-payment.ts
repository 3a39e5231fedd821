import type Stripe from "stripe";
import { pauseAutoTopUp } from "@/lib/billing/auto-top-up/settle-payment";
import { creditPaymentStatement } from "@/lib/billing/cards/card-payments.sql";
import { accountOf, centsToMicros, idOf, isOurs } from "@/lib/billing/cards/card-session";
import type { Database, Transaction } from "@/lib/db/client";
import { inChangeTurn, turnOfAccount } from "@/lib/db/locks/caller-turns";
import { takeBack } from "@/lib/ledger/take-back";
import { topUp } from "@/lib/ledger/top-up";
import { log } from "@/lib/log";

/**
 * Credits a card payment once, by its session (rules: top-ups). An earlier refund or dispute is debited in the same
 * transaction, and pauses auto top-up (rules: auto top-up).
 * @param appUrl the address of this service's pages, to which its payments return.
 * @param eventId the id of the event that reported the payment.
 * @returns `ignored` for a payment that this service did not begin, or that is not paid yet.
 */
export async function creditCardPayment(
  db: Database,
  appUrl: string,
  { session, eventId }: { session: Stripe.Checkout.Session; eventId: string },
  now: Date,
): Promise<"credited" | "repeated" | "ignored"> {
  const { id, payment_status, amount_total } = session;
  const accountId = accountOf(session);
  if (payment_status !== "paid" || accountId === null) return "ignored";
  if (!isOurs(session, appUrl)) {
    log().error({ session: id, accountId }, "a card payment was not begun here, and is not credited");
    return "ignored";
  }
  const micros = centsToMicros(amount_total ?? 0);
  const paymentId = idOf(session.payment_intent) ?? id;
  const credit = async (tx: Transaction) => {
    const payments = await tx.query(creditPaymentStatement(paymentId, accountId, micros));
    if (payments.length === 0) return "ignored" as const;
    const balance = await topUp(
      tx,
      { accountId, amountMicros: micros, note: "Top-up by card", reference: id },
      now,
    );
    const entry = { note: "Refund or dispute of a card payment", reference: eventId };
    const isTaken = (await takeBack(tx, paymentId, entry, now)) !== null;
    if (isTaken) await pauseAutoTopUp(tx, accountId, "taken_back", now);
    return balance === null ? ("repeated" as const) : ("credited" as const);
  };
  const outcome = await inChangeTurn(db, turnOfAccount(accountId), () => db.transaction(credit));
  if (outcome === "ignored") log().error({ session: id, accountId }, "a card payment belongs to no account");
  return outcome;
}
