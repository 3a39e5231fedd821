import type Stripe from "stripe";
import { CARD_DOLLARS } from "@/lib/contracts/members/card-top-up";
import { isId } from "@/lib/ids";
import { MICROS_PER_DOLLAR } from "@/lib/money";

/** The currency of card payments. */
export const CARD_CURRENCY = "nzd";

const MICROS_PER_CENT = MICROS_PER_DOLLAR / 100n;

/** Converts micro-dollars to cents, Stripe's unit. */
export function microsToCents(micros: bigint): number {
  return Number(micros / MICROS_PER_CENT);
}

/** Converts cents, Stripe's unit, to micro-dollars. */
export function centsToMicros(cents: number): bigint {
  return BigInt(cents) * MICROS_PER_CENT;
}

/** Returns the metadata of this service's payments: another product of the same Stripe account has other sessions. */
export function metadataOf(accountId: number, cents: number): Record<string, string> {
  return { purpose: "gateway_top_up", account_id: String(accountId), amount_cents: String(cents) };
}

/** Returns the metadata of an automatic payment: the id of its row, and its purpose. */
export function autoMetadataOf(id: string, accountId: number, cents: number): Record<string, string> {
  const given = { account_id: String(accountId), amount_cents: String(cents) };
  return { purpose: "gateway_auto_top_up", auto_top_up: id, ...given };
}

/** An automatic payment, as its payment intent describes it. */
export type AutoPayment = { id: string; paymentId: string; accountId: number; micros: bigint };

/** Returns the automatic payment of an intent; null if this service did not begin it for this amount. */
export function autoPaymentOf(intent: Stripe.PaymentIntent): AutoPayment | null {
  const { id: paymentId, amount, currency, metadata } = intent;
  const { auto_top_up: id = "", account_id: account = "" } = metadata ?? {};
  if (!isId(id) || !/^\d{1,9}$/.test(account) || currency !== CARD_CURRENCY) return null;
  const accountId = Number(account);
  const expected = Object.entries(autoMetadataOf(id, accountId, amount));
  const isOurs = expected.every(([name, value]) => metadata[name] === value);
  return isOurs ? { id, paymentId, accountId, micros: centsToMicros(amount) } : null;
}

/**
 * Returns the account of a session in New Zealand dollars that has an account's number, whether or not this service
 * began it; otherwise null.
 */
export function accountOf({ client_reference_id: given, currency, amount_total }: Stripe.Checkout.Session) {
  return currency === CARD_CURRENCY && amount_total && /^\d{1,9}$/.test(given ?? "") ? Number(given) : null;
}

/** Returns the pages to which a payment returns. */
export function waysBack(appUrl: string): { success_url: string; cancel_url: string } {
  return { success_url: `${appUrl}/billing?paid=yes`, cancel_url: `${appUrl}/billing?paid=no` };
}

/**
 * Returns whether this service began a payment for its account and amount.
 * @param appUrl the address of this service's pages.
 */
export function isOurs(session: Stripe.Checkout.Session, appUrl: string): boolean {
  const { mode, metadata, client_reference_id: accountId, amount_total: cents } = session;
  const expected = Object.entries(metadataOf(Number(accountId), cents ?? 0));
  if (mode !== "payment") return false;
  return (
    expected.every(([name, value]) => metadata?.[name] === value) || isOursWithoutMetadata(session, appUrl)
  );
}

/**
 * Returns whether a version without metadata began the session, which may be paid after an upgrade. Only the owner of
 * the secret key begins sessions, and only this service's sessions return to its pages. A payment link is excluded,
 * because its payer may name any account. That version fixed the amount.
 */
function isOursWithoutMetadata(session: Stripe.Checkout.Session, appUrl: string): boolean {
  const { metadata, amount_total: cents, payment_link: link, success_url, cancel_url } = session;
  const back = waysBack(appUrl);
  const dollars = (cents ?? 0) / 100;
  const hasAmount = Number.isInteger(dollars) && dollars >= CARD_DOLLARS.min && dollars <= CARD_DOLLARS.max;
  const leadsHere = success_url === back.success_url && cancel_url === back.cancel_url;
  return Object.keys(metadata ?? {}).length === 0 && hasAmount && leadsHere && !link;
}

/** Returns the id of an object that Stripe returns as an id or, if expanded, as a whole. */
export function idOf(given: string | { id: string } | null | undefined): string | null {
  return typeof given === "string" ? given : (given?.id ?? null);
}
