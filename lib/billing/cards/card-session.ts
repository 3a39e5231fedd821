import type Stripe from "stripe";
import { MICROS_PER_DOLLAR } from "@/lib/money";

/** The currency that cards pay in. */
export const CARD_CURRENCY = "nzd";

/** Cents, as Stripe counts, in micro-dollars. */
export function centsToMicros(cents: number): bigint {
  return (BigInt(cents) * MICROS_PER_DOLLAR) / 100n;
}

/** What a payment of ours carries: another product of the same Stripe account has sessions of its own. */
export function metadataOf(accountId: number, cents: number): Record<string, string> {
  return { purpose: "gateway_top_up", account_id: String(accountId), amount_cents: String(cents) };
}

/** The account of a session that has an account's number and is in dollars of ours, whoever began it; else null. */
export function accountOf({ client_reference_id: given, currency, amount_total }: Stripe.Checkout.Session) {
  return currency === CARD_CURRENCY && amount_total && /^\d{1,9}$/.test(given ?? "") ? Number(given) : null;
}

/** Whether a payment is for the account and the amount for which it was begun here. */
export function isOurs({
  mode,
  metadata,
  client_reference_id: accountId,
  amount_total: cents,
}: Stripe.Checkout.Session): boolean {
  return (
    mode === "payment" &&
    Object.entries(metadataOf(Number(accountId), cents ?? 0)).every(
      ([name, value]) => metadata?.[name] === value,
    )
  );
}

/** The id of what Stripe gives as an id or, where it was asked to, whole. */
export function idOf(given: string | { id: string } | null | undefined): string | null {
  return typeof given === "string" ? given : (given?.id ?? null);
}
