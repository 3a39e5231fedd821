import type Stripe from "stripe";
import { resultOf } from "@/lib/billing/auto-top-up/charge-card";
import {
  creditAutoPayment,
  pauseAutoTopUp,
  refuseAutoPayment,
} from "@/lib/billing/auto-top-up/settle-payment";
import { creditCardPayment } from "@/lib/billing/card-events/credit-card-payment";
import { findCardPayment } from "@/lib/billing/card-events/find-card-payment";
import { recordDispute } from "@/lib/billing/card-events/record-dispute";
import { recordRefundStatement } from "@/lib/billing/cards/card-payments.sql";
import {
  accountOf,
  autoPaymentOf,
  CARD_CURRENCY,
  centsToMicros,
  idOf,
  isOurs,
} from "@/lib/billing/cards/card-session";
import { accountOfSetup, keepSavedCard, renewSavedCard } from "@/lib/billing/cards/saved-card";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import { findInCells } from "@/lib/db/cells/ask-cells";
import { allCells, requireDatabaseOf } from "@/lib/db/cells/cells";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { inChangeTurn } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import { takeBack } from "@/lib/ledger/take-back";
import { log } from "@/lib/log";

/**
 * The result of an event. `adjusted`: a refund or a dispute was debited, or a won dispute was credited. `saved`: a
 * card was saved. `refused`: an automatic payment failed.
 */
export type CardOutcome = "credited" | "adjusted" | "saved" | "refused" | "repeated" | "ignored";

/**
 * Processes Stripe's events for accounts of any cell (rules: top-ups, refunds and disputes). A payment was paid
 * (cards at once, some other methods later), refunded or disputed. Events may arrive in any order and more than once.
 * Each is recorded, and the balance follows the records.
 * @param body the request's body as it arrived.
 * @returns `repeated` if nothing remained to do, `ignored` for a payment that this service did not begin.
 * @throws GatewayError `invalid_request` for a signature that is not Stripe's, or older than five minutes;
 * `unavailable` if a payment cannot be looked up at Stripe. DatabaseUnavailableError if the account's cell does not
 * respond or is unknown to this server. After the last two, Stripe sends the event again.
 */
export async function takeCardEvent(
  home: Database,
  settings: CardSettings,
  { body, signature }: { body: string; signature: string | null },
  now: Date,
): Promise<CardOutcome> {
  const event = verified(settings, body, signature);
  const accountId = accountNamedBy(event, settings.appUrl);
  const db = accountId === null ? home : requireDatabaseOf(home, accountId);
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      if (event.data.object.mode === "setup") {
        const told = { session: event.data.object, toldAt: new Date(event.created * 1000) };
        return keepSavedCard(db, settings, told, now);
      }
      return creditCardPayment(db, settings.appUrl, { session: event.data.object, eventId: event.id }, now);
    case "payment_method.automatically_updated":
      return renewInAnyCell(home, event.data.object);
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
      return followAutoPayment(db, event.data.object, now);
    case "charge.refunded": {
      const charge = event.data.object;
      return follow(home, settings, now, {
        event,
        wentBack: charge,
        note: "Refund of a card payment",
        isTaken: true,
        record: (tx, paymentId) => recordRefund(tx, paymentId, centsToMicros(charge.amount_refunded)),
      });
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const dispute = event.data.object;
      const toldAt = new Date(event.created * 1000);
      const note = dispute.status === "won" ? "Dispute of a card payment, won" : "Dispute of a card payment";
      return follow(home, settings, now, {
        event,
        wentBack: dispute,
        note,
        isTaken: dispute.status !== "won",
        record: (tx, paymentId) => recordDispute(tx, paymentId, dispute, toldAt),
      });
    }
    default:
      return "ignored";
  }
}

/** Returns the account that an event of this service names, or null. */
function accountNamedBy({ type, data }: Stripe.Event, appUrl: string): number | null {
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return isOurs(data.object, appUrl) ? accountOf(data.object) : accountOfSetup(data.object);
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
      return autoPaymentOf(data.object)?.accountId ?? null;
    default:
      return null;
  }
}

/** Updates a renewed card in any cell: the event names only Stripe's customer, which belongs to one account. */
async function renewInAnyCell(home: Database, card: Stripe.PaymentMethod): Promise<CardOutcome> {
  const renewed = await findInCells(allCells(home), async (cell) => {
    const outcome = await renewSavedCard(cell, card);
    return outcome === "ignored" ? null : outcome;
  });
  return renewed ?? "ignored";
}

/** A refund or a dispute: the function that records it, and the note for the account. */
type Reversal = {
  event: Stripe.Event;
  wentBack: Stripe.Charge | Stripe.Dispute;
  note: string;
  /** The event debits the account, and does not credit it. */
  isTaken: boolean;
  record: (tx: Queryable, paymentId: string) => Promise<void>;
};

/** Records a refund or a dispute and adjusts the balance, in one transaction. */
async function follow(
  home: Database,
  settings: CardSettings,
  now: Date,
  { event: { id: eventId, type }, wentBack, note, isTaken, record }: Reversal,
): Promise<CardOutcome> {
  const paymentId = idOf(wentBack.payment_intent);
  const db = paymentId === null ? null : await findCardPayment(home, settings, paymentId);
  if (paymentId === null || db === null) {
    log().warn({ event: eventId, type, payment: paymentId }, "an unknown payment was refunded or disputed");
    return "ignored";
  }
  if (wentBack.currency !== CARD_CURRENCY) {
    const { currency } = wentBack;
    log().error(
      { event: eventId, type, payment: paymentId, currency },
      "a payment was refunded or disputed in another currency",
    );
    return "ignored";
  }
  const entry = { note, reference: eventId };
  const follow = async (tx: Transaction) => {
    await record(tx, paymentId);
    const taken = await takeBack(tx, paymentId, entry, now);
    if (taken === null) return "repeated";
    // The card of a reversed payment must not pay for the reversal automatically.
    if (isTaken) await pauseAutoTopUp(tx, taken.accountId, "taken_back", now);
    return "adjusted";
  };
  return inChangeTurn(db, `payment ${paymentId}`, () => db.transaction(follow));
}

/** Processes the result of an automatic payment. Other payments are ignored. */
async function followAutoPayment(
  db: Database,
  intent: Stripe.PaymentIntent,
  now: Date,
): Promise<CardOutcome> {
  const payment = autoPaymentOf(intent);
  if (!payment) return "ignored";
  const result = resultOf(intent);
  if (result.kind === "paid") return creditAutoPayment(db, result.paid, now);
  if (result.kind === "unknown") return "ignored";
  return (await refuseAutoPayment(db, { id: payment.id, ...result }, now)) ? "refused" : "repeated";
}

function verified(settings: CardSettings, body: string, signature: string | null): Stripe.Event {
  try {
    return stripeClient(settings).webhooks.constructEvent(body, signature ?? "", settings.webhookSecret);
  } catch {
    throw new GatewayError("invalid_request", "The signature is not valid.");
  }
}

/**
 * Records the refunded amount of a payment (rules: refunds and disputes), and locks it. Stripe reports the sum of all
 * refunds, and an event may arrive late: the highest amount is the newest.
 */
async function recordRefund(tx: Queryable, paymentId: string, refundedMicros: bigint): Promise<void> {
  await tx.query(recordRefundStatement(paymentId, refundedMicros));
}
