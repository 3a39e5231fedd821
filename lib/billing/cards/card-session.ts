import type Stripe from "stripe";
import { CARD_DOLLARS } from "@/lib/contracts/members/card-top-up";
import { isId } from "@/lib/ids";
import { MICROS_PER_DOLLAR } from "@/lib/money";

/** The currency that cards pay in. */
export const CARD_CURRENCY = "nzd";

const MICROS_PER_CENT = MICROS_PER_DOLLAR / 100n;

/** Micro-dollars in cents, as Stripe counts. */
export function microsToCents(micros: bigint): number {
  return Number(micros / MICROS_PER_CENT);
}

/** Cents, as Stripe counts, in micro-dollars. */
export function centsToMicros(cents: number): bigint {
  return BigInt(cents) * MICROS_PER_CENT;
}

/** What a payment of ours carries: another product of the same Stripe account has sessions of its own. */
export function metadataOf(accountId: number, cents: number): Record<string, string> {
  return { purpose: "gateway_top_up", account_id: String(accountId), amount_cents: String(cents) };
}

/** What a payment that is made by itself carries: the id of its row, and what it is for. */
export function autoMetadataOf(id: string, accountId: number, cents: number): Record<string, string> {
  const given = { account_id: String(accountId), amount_cents: String(cents) };
  return { purpose: "gateway_auto_top_up", auto_top_up: id, ...given };
}

/** A payment that was made by itself, as its payment intent tells of it. */
export type AutoPayment = { id: string; paymentId: string; accountId: number; micros: bigint };

/** The payment of ours that an intent is of; null for what was not begun here by itself, for this amount. */
export function autoPaymentOf(intent: Stripe.PaymentIntent): AutoPayment | null {
  const { id: paymentId, amount, currency, metadata } = intent;
  const { auto_top_up: id = "", account_id: account = "" } = metadata ?? {};
  if (!isId(id) || !/^\d{1,9}$/.test(account) || currency !== CARD_CURRENCY) return null;
  const accountId = Number(account);
  const expected = Object.entries(autoMetadataOf(id, accountId, amount));
  const isOurs = expected.every(([name, value]) => metadata[name] === value);
  return isOurs ? { id, paymentId, accountId, micros: centsToMicros(amount) } : null;
}

/** The account of a session that has an account's number and is in dollars of ours, whoever began it; else null. */
export function accountOf({ client_reference_id: given, currency, amount_total }: Stripe.Checkout.Session) {
  return currency === CARD_CURRENCY && amount_total && /^\d{1,9}$/.test(given ?? "") ? Number(given) : null;
}

/** Where a payment of ours leads back to. */
export function waysBack(appUrl: string): { success_url: string; cancel_url: string } {
  return { success_url: `${appUrl}/billing?paid=yes`, cancel_url: `${appUrl}/billing?paid=no` };
}

/**
 * Whether a payment is for the account and the amount for which it was begun here.
 * @param appUrl where this service's pages are.
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
 * Whether it is one that a version without metadata began, which may be paid after an upgrade. Only who has our secret
 * key begins a session, and only such a one leads back to our own pages; a payment link, where whoever pays may name any
 * account, is none. Its amount was fixed by that version.
 */
function isOursWithoutMetadata(session: Stripe.Checkout.Session, appUrl: string): boolean {
  const { metadata, amount_total: cents, payment_link: link, success_url, cancel_url } = session;
  const back = waysBack(appUrl);
  const dollars = (cents ?? 0) / 100;
  const hasAmount = Number.isInteger(dollars) && dollars >= CARD_DOLLARS.min && dollars <= CARD_DOLLARS.max;
  const leadsHere = success_url === back.success_url && cancel_url === back.cancel_url;
  return Object.keys(metadata ?? {}).length === 0 && hasAmount && leadsHere && !link;
}

/** The id of what Stripe gives as an id or, where it was asked to, whole. */
export function idOf(given: string | { id: string } | null | undefined): string | null {
  return typeof given === "string" ? given : (given?.id ?? null);
}
