import Stripe from "stripe";
import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import { CARD_CURRENCY, idOf } from "@/lib/billing/cards/card-session";
import { forgetCardStatement } from "@/lib/billing/cards/detach-cards.sql";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import type { Database, Transaction } from "@/lib/db/client";
import { inChangeTurn, turnOfAccount } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import { log } from "@/lib/log";

const PURPOSE = "gateway_save_card";

/** Returns the account of a Stripe session that saves a card; null for a session of another product. */
export function accountOfSetup(session: Stripe.Checkout.Session): number | null {
  const { metadata } = session;
  const account = metadata?.account_id ?? "";
  return metadata?.purpose === PURPOSE && /^\d{1,9}$/.test(account) ? Number(account) : null;
}

/**
 * Begins to save a card, and returns the address of Stripe's page. There the card is entered, and the bank asks its
 * customer to confirm future payments. The card is saved here when Stripe reports it.
 * @throws GatewayError `unavailable` if Stripe does not respond.
 */
export async function beginSavedCard(
  db: Database,
  settings: CardSettings,
  account: { accountId: number; email: string },
): Promise<string> {
  try {
    const known = await db.prisma.savedCard.findUnique({ where: { accountId: account.accountId } });
    const customerId = known?.customerId ?? (await addCustomer(db, settings, account));
    return await openSession(settings, account.accountId, customerId).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      return openSession(settings, account.accountId, await addCustomer(db, settings, account));
    });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log().error({ err: error, accountId: account.accountId }, "Stripe did not open a page to save a card");
    throw new GatewayError("unavailable", "The card page isn’t available right now. Try again soon.", {
      "Retry-After": "60",
    });
  }
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === "customer";

async function addCustomer(
  db: Database,
  settings: CardSettings,
  { accountId, email }: { accountId: number; email: string },
): Promise<string> {
  const metadata = { purpose: PURPOSE, account_id: String(accountId) };
  const { id: customerId } = await stripeClient(settings).customers.create({ email, metadata });
  const create = { accountId, customerId, toldAt: new Date(0) };
  await db.prisma.savedCard.upsert({ where: { accountId }, create, update: { customerId } });
  return customerId;
}

async function openSession(settings: CardSettings, accountId: number, customer: string): Promise<string> {
  const metadata = { purpose: PURPOSE, account_id: String(accountId) };
  const { url } = await stripeClient(settings).checkout.sessions.create({
    mode: "setup",
    currency: CARD_CURRENCY,
    allowed_payment_method_types: ["card"],
    customer,
    client_reference_id: String(accountId),
    metadata,
    setup_intent_data: { metadata },
    success_url: `${settings.appUrl}/billing?card=saved`,
    cancel_url: `${settings.appUrl}/billing?card=cancelled`,
  });
  if (!url) throw new Error("Stripe returned no address of a page to save a card.");
  return url;
}

/**
 * Saves the card of a finished session: Stripe's ids, its brand, last four digits and expiry. The previous card is
 * detached. A late or repeated event changes nothing.
 * @param toldAt the time at which Stripe created the event.
 * @throws GatewayError `unavailable` if the card cannot be read from Stripe, so that Stripe sends the event again.
 */
export async function keepSavedCard(
  db: Database,
  settings: CardSettings,
  { session, toldAt }: { session: Stripe.Checkout.Session; toldAt: Date },
  now: Date,
): Promise<"saved" | "repeated" | "ignored"> {
  const accountId = accountOfSetup(session);
  const customerId = idOf(session.customer);
  if (accountId === null || customerId === null) return "ignored";
  const method = await methodOf(settings, idOf(session.setup_intent));
  if (!method?.card) return "ignored";
  const { id: methodId } = method;
  const kept = { customerId, methodId, ...namesOf(method.card), toldAt };
  const keep = async (tx: Transaction) => {
    const locked = await tx.query(lockAccountStatement(accountId));
    if (locked.length === 0) return "ignored";
    const before = await tx.prisma.savedCard.findUnique({ where: { accountId } });
    if (before && (before.methodId === methodId || before.toldAt > toldAt)) return "repeated";
    await tx.prisma.savedCard.upsert({ where: { accountId }, create: { accountId, ...kept }, update: kept });
    if (before?.methodId) await forget(tx, before.methodId, now);
    const actor = { accountId, address: NO_ADDRESS };
    const details = { card: `${kept.brand} ${kept.lastFour}` };
    await recordActivity(tx, { accountId, actor, action: "card_saved", details }, now);
    return "saved";
  };
  return inChangeTurn(db, turnOfAccount(accountId), () => db.transaction(keep));
}

async function methodOf(
  settings: CardSettings,
  setupIntent: string | null,
): Promise<Stripe.PaymentMethod | null> {
  if (setupIntent === null) return null;
  try {
    const { status, payment_method: method } = await stripeClient(settings).setupIntents.retrieve(
      setupIntent,
      { expand: ["payment_method"] },
    );
    return status === "succeeded" && method !== null && typeof method !== "string" ? method : null;
  } catch (error) {
    log().error({ err: error, setupIntent }, "a saved card could not be read from Stripe");
    throw new GatewayError("unavailable", "The card could not be looked up.", { "Retry-After": "60" });
  }
}

const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

const namesOf = ({ brand, last4, exp_month, exp_year }: Stripe.PaymentMethod.Card) => ({
  brand: BRANDS[brand] ?? brand.slice(0, 40),
  lastFour: last4,
  expMonth: exp_month,
  expYear: exp_year,
});

/** Updates a saved card after a change by its bank, such as a new expiry. */
export async function renewSavedCard(
  db: Database,
  { id: methodId, card }: Stripe.PaymentMethod,
): Promise<"saved" | "ignored"> {
  if (!card) return "ignored";
  const { count } = await db.prisma.savedCard.updateMany({ where: { methodId }, data: namesOf(card) });
  return count > 0 ? "saved" : "ignored";
}

const NO_CARD = { methodId: null, brand: null, lastFour: null, expMonth: null, expYear: null };

/**
 * Removes an account's card, and turns auto top-up off. The card is detached at Stripe soon after.
 * @param tx a transaction that has locked the account.
 * @returns the removed card.
 * @throws GatewayError `not_found`.
 */
export async function removeSavedCard(
  tx: Transaction,
  accountId: number,
  now: Date,
): Promise<{ card: string }> {
  const card = await tx.prisma.savedCard.findUnique({ where: { accountId } });
  if (!card?.methodId) throw new GatewayError("not_found", "There is no saved card.");
  await tx.prisma.savedCard.update({ where: { accountId }, data: { ...NO_CARD, toldAt: now } });
  const off = { state: "off", pausedFor: null, pausedAt: null, limitKind: null, limitUntil: null };
  await tx.prisma.autoTopUp.updateMany({ where: { accountId }, data: off });
  await forget(tx, card.methodId, now);
  return { card: `${card.brand} ${card.lastFour}` };
}

async function forget(tx: Transaction, methodId: string, now: Date): Promise<void> {
  await tx.query(forgetCardStatement(methodId, now));
  tx.wake("top-ups");
}
