import Stripe from "stripe";
import { awaitPaymentStatement, findCreditStatement } from "@/lib/billing/cards/card-payments.sql";
import { accountOf, autoPaymentOf, isOurs } from "@/lib/billing/cards/card-session";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { log } from "@/lib/log";

/**
 * Whether a payment is one of ours; then it has a row in `card_payments`. One that was credited before there were such
 * rows, or that is not credited yet, is found by its session, for which Stripe is asked.
 * @param paymentId the id of its payment intent.
 * @throws GatewayError `unavailable` where Stripe does not answer.
 */
export async function findCardPayment(
  db: Database,
  settings: CardSettings,
  paymentId: string,
): Promise<boolean> {
  const known = await db.prisma.cardPayment.findUnique({
    where: { id: paymentId },
    select: { creditedMicros: true },
  });
  if (known && known.creditedMicros > 0n) return true;
  const session = await sessionOf(settings, paymentId);
  if (!session) return findAutoPayment(db, settings, paymentId);
  const credited = await db.query(findCreditStatement(paymentId, session.id));
  if (credited.length > 0) return true;
  const accountId = accountOf(session);
  if (accountId === null || !isOurs(session, settings.appUrl)) return false;
  const awaited = await db.query(awaitPaymentStatement(paymentId, accountId));
  return awaited.length > 0;
}

/** A payment that was made by itself has no session: it is known by what it carries. */
async function findAutoPayment(db: Database, settings: CardSettings, paymentId: string): Promise<boolean> {
  const intent = await askStripe(paymentId, () => stripeClient(settings).paymentIntents.retrieve(paymentId));
  const payment = intent && autoPaymentOf(intent);
  if (!payment) return false;
  const awaited = await db.query(awaitPaymentStatement(paymentId, payment.accountId));
  return awaited.length > 0;
}

function sessionOf(settings: CardSettings, paymentId: string): Promise<Stripe.Checkout.Session | null> {
  return askStripe(paymentId, async () => {
    const { data } = await stripeClient(settings).checkout.sessions.list({
      payment_intent: paymentId,
      limit: 1,
    });
    return data[0] ?? null;
  });
}

/** What Stripe has of a payment; null where it has nothing. */
async function askStripe<Found>(paymentId: string, ask: () => Promise<Found | null>): Promise<Found | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    log().error({ err: error, payment: paymentId }, "Stripe did not say whose a payment is");
    throw new GatewayError("unavailable", "The payment could not be looked up.", { "Retry-After": "60" });
  }
}
