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
 * The database of the account that a payment of ours is for, where it then has a row in `card_payments`; null for one
 * that is none of ours. One that was credited before there were such rows, or that is not credited yet, is found by
 * its session, for which Stripe is asked.
 * @param home the home cell, whose payments are looked at first.
 * @param paymentId the id of its payment intent.
 * @throws GatewayError `unavailable` where Stripe does not answer; DatabaseUnavailableError where the cell that may have
 * it does not, or is none of this server's.
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

/** A payment that was made by itself has no session: it is known by what it carries. */
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
