import type Stripe from "stripe";
import { CARD_CURRENCY, centsToMicros, idOf } from "@/lib/billing/cards/card-session";
import { creditCardPayment } from "@/lib/billing/cards/credit-card-payment";
import { findCardPayment } from "@/lib/billing/cards/find-card-payment";
import { recordDispute } from "@/lib/billing/cards/record-dispute";
import { recordRefund } from "@/lib/billing/cards/record-refund";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { takeBack } from "@/lib/ledger/take-back";
import { log } from "@/lib/log";

/** What was done: `adjusted` where a refund or a dispute took something back, or a won dispute gave it back. */
export type CardOutcome = "credited" | "adjusted" | "repeated" | "ignored";

/**
 * Takes what Stripe tells of payments (rules: top-ups, refunds and disputes): that one is paid (cards at once, some
 * other means later), refunded or disputed. Events may come in any order and more than once: what each says is
 * recorded, and the account follows what is recorded.
 * @param body the request's body as it arrived.
 * @returns `repeated` where nothing was left to do, `ignored` for what is no payment of ours.
 * @throws GatewayError `invalid_request` for a signature that is not Stripe's, or older than five minutes;
 * `unavailable` where a payment must be looked up at Stripe and cannot, so that Stripe tells again.
 */
export async function takeCardEvent(
  db: Database,
  settings: CardSettings,
  { body, signature }: { body: string; signature: string | null },
  now: Date,
): Promise<CardOutcome> {
  const event = verified(settings, body, signature);
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return creditCardPayment(db, settings.appUrl, { session: event.data.object, eventId: event.id }, now);
    case "charge.refunded": {
      const charge = event.data.object;
      return follow(db, settings, now, {
        ...{ event, wentBack: charge, note: "Refund of a card payment" },
        record: (tx, paymentId) => recordRefund(tx, paymentId, centsToMicros(charge.amount_refunded)),
      });
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const dispute = event.data.object;
      const toldAt = new Date(event.created * 1000);
      const note = dispute.status === "won" ? "Dispute of a card payment, won" : "Dispute of a card payment";
      return follow(db, settings, now, {
        ...{ event, wentBack: dispute, note },
        record: (tx, paymentId) => recordDispute(tx, paymentId, dispute, toldAt),
      });
    }
    default:
      return "ignored";
  }
}

/** What went back of a payment, how that is recorded, and what the account reads of it. */
type Reversal = {
  event: Stripe.Event;
  wentBack: Stripe.Charge | Stripe.Dispute;
  note: string;
  record: (tx: Queryable, paymentId: string) => Promise<void>;
};

/** Records what went back of a payment, and has the account follow, in one transaction. */
async function follow(
  db: Database,
  settings: CardSettings,
  now: Date,
  { event: { id: eventId, type }, wentBack, note, record }: Reversal,
): Promise<CardOutcome> {
  const paymentId = idOf(wentBack.payment_intent);
  if (paymentId === null || !(await findCardPayment(db, settings, paymentId))) {
    log().warn({ event: eventId, type, payment: paymentId }, "a payment that is not known here went back");
    return "ignored";
  }
  if (wentBack.currency !== CARD_CURRENCY) {
    const { currency } = wentBack;
    log().error(
      { event: eventId, type, payment: paymentId, currency },
      "a payment went back in another currency",
    );
    return "ignored";
  }
  const entry = { note, reference: eventId };
  return db.transaction(async (tx) => {
    await record(tx, paymentId);
    return (await takeBack(tx, paymentId, entry, now)) ? "adjusted" : "repeated";
  });
}

function verified(settings: CardSettings, body: string, signature: string | null): Stripe.Event {
  try {
    return stripeClient(settings).webhooks.constructEvent(body, signature ?? "", settings.webhookSecret);
  } catch {
    throw new GatewayError("invalid_request", "The signature is not valid.");
  }
}
