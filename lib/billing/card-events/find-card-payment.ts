import Stripe from "stripe";
import { awaitPaymentStatement, findCreditStatement } from "@/lib/billing/cards/card-payments.sql";
import { accountOf, autoPaymentOf, isOurs } from "@/lib/billing/cards/card-session";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import { findInCells } from "@/lib/db/cells/ask-cells";
import { allCells, cellOf, databaseOfAccount, requireDatabaseOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { log } from "@/lib/log";

/**
 * Returns the database of the account of a payment, with a row for it in `card_payments`. Returns null for a payment
 * of another product. If the payment has no row, or is not credited yet, its session is looked up at Stripe.
 * @param home the home cell, whose payments are looked up first.
 * @param paymentId the id of its payment intent.
 * @throws GatewayError `unavailable` if Stripe does not respond; DatabaseUnavailableError if the cell that may have
 * the payment does not respond, or is unknown to this server.
 */
export async function findCardPayment(
  home: Database,
  settings: CardSettings,
  paymentId: string,
): Promise<Database | null> {
  const known = await findInCells(allCells(home), async (cell) => {
    const payment = await cell.prisma.cardPayment.findUnique({
      where: { id: paymentId },
      select: { creditedMicros: true, accountId: true },
    });
    const isTheirs = payment && payment.creditedMicros > 0n && cellOf(payment.accountId) === cell.cell;
    return isTheirs ? cell : null;
  });
  if (known) return known;
  const session = await sessionOf(settings, paymentId);
  if (!session) return findAutoPayment(home, settings, paymentId);
  const accountId = accountOf(session);
  const isOfOurs = accountId !== null && isOurs(session, settings.appUrl);
  const databaseOf = isOfOurs ? requireDatabaseOf : databaseOfAccount;
  const db = accountId === null ? home : databaseOf(home, accountId);
  const credited = await db.query(findCreditStatement(paymentId, session.id));
  if (credited.length > 0) return db;
  if (!isOfOurs) return null;
  const awaited = await db.query(awaitPaymentStatement(paymentId, accountId));
  return awaited.length > 0 ? db : null;
}

/** Finds an automatic payment by its metadata: it has no session. */
async function findAutoPayment(
  home: Database,
  settings: CardSettings,
  paymentId: string,
): Promise<Database | null> {
  const intent = await askStripe(paymentId, () => stripeClient(settings).paymentIntents.retrieve(paymentId));
  const payment = intent && autoPaymentOf(intent);
  if (!payment) return null;
  const db = requireDatabaseOf(home, payment.accountId);
  const awaited = await db.query(awaitPaymentStatement(paymentId, payment.accountId));
  return awaited.length > 0 ? db : null;
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

/** Returns Stripe's record of a payment, or null. */
async function askStripe<Found>(paymentId: string, ask: () => Promise<Found | null>): Promise<Found | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    log().error({ err: error, payment: paymentId }, "the account of a payment could not be read from Stripe");
    throw new GatewayError("unavailable", "The payment could not be looked up.", { "Retry-After": "60" });
  }
}
