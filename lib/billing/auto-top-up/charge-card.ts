import Stripe from "stripe";
import type { OpenPayment } from "@/lib/billing/auto-top-up/payments.sql";
import {
  type AutoPayment,
  autoMetadataOf,
  autoPaymentOf,
  CARD_CURRENCY,
  microsToCents,
} from "@/lib/billing/cards/card-session";
import { type CardSettings, stripeClient } from "@/lib/billing/cards/stripe-client";
import type { PauseReason } from "@/lib/contracts/base/values";
import { describeError, log } from "@/lib/log";

/** Stripe's result of a payment. It is `unknown` if Stripe did not respond, or does not know yet. */
export type ChargeResult =
  | { kind: "paid"; paid: AutoPayment }
  | { kind: "refused"; reason: PauseReason; paymentId: string | null }
  | { kind: "unknown" };

/** The longest time by which Stripe's clock may have been behind the server's. */
const CLOCKS_MS = 3_600_000;

/**
 * Charges a saved card at Stripe without its owner. A repeat has the same idempotency key, and makes no second
 * payment.
 * @returns the result. Never throws because of a response of Stripe or a missing one.
 */
export async function chargeCard(settings: CardSettings, payment: OpenPayment): Promise<ChargeResult> {
  const { id, accountId, amountMicros, customerId, methodId } = payment;
  const cents = microsToCents(amountMicros);
  try {
    const intent = await stripeClient(settings).paymentIntents.create(
      {
        amount: cents,
        currency: CARD_CURRENCY,
        customer: customerId,
        payment_method: methodId,
        off_session: true,
        confirm: true,
        allowed_payment_method_types: ["card"],
        description: "Messaging Gateway auto top-up",
        metadata: autoMetadataOf(id, accountId, cents),
      },
      { idempotencyKey: `auto-top-up-${id}` },
    );
    return resultOf(intent);
  } catch (error) {
    return refusalOf(error, payment);
  }
}

/**
 * Looks up the result of an earlier payment at Stripe.
 * @returns null if Stripe has no such payment.
 */
export async function findCharge(
  settings: CardSettings,
  { id, customerId, createdAt }: OpenPayment,
): Promise<ChargeResult | null> {
  try {
    const since = Math.floor((createdAt.getTime() - CLOCKS_MS) / 1000);
    const { data } = await stripeClient(settings).paymentIntents.list({
      customer: customerId,
      created: { gte: since },
      limit: 100,
    });
    const intent = data.find(({ metadata }) => metadata?.auto_top_up === id);
    return intent ? resultOf(intent) : null;
  } catch (error) {
    if (isSure(error)) return null;
    log().warn(
      { err: describeError(error), payment: id },
      "the result of an auto top-up could not be read from Stripe",
    );
    return { kind: "unknown" };
  }
}

/** Returns the result that a payment intent shows. */
export function resultOf(intent: Stripe.PaymentIntent): ChargeResult {
  const { id: paymentId, status, last_payment_error: error } = intent;
  if (status === "succeeded") {
    const paid = autoPaymentOf(intent);
    return paid ? { kind: "paid", paid } : { kind: "unknown" };
  }
  if (status === "requires_action") return { kind: "refused", reason: "confirmation", paymentId };
  if (status === "canceled") return { kind: "refused", reason: "declined", paymentId };
  if (status === "requires_payment_method" && error)
    return { kind: "refused", reason: reasonOf(error), paymentId };
  return { kind: "unknown" };
}

function refusalOf(error: unknown, { id, accountId }: OpenPayment): ChargeResult {
  if (!isSure(error)) {
    log().warn({ err: describeError(error), payment: id }, "Stripe did not respond to an auto top-up");
    return { kind: "unknown" };
  }
  const paymentId = error.payment_intent?.id ?? null;
  if (error instanceof Stripe.errors.StripeCardError)
    return { kind: "refused", reason: reasonOf(error), paymentId };
  log().error({ err: describeError(error), payment: id, accountId }, "Stripe refused an auto top-up");
  return { kind: "refused", reason: "card", paymentId };
}

/** Returns whether Stripe has confirmed that it did nothing. After any other error the payment may have been made. */
function isSure(error: unknown): error is Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripeCardError) return true;
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && [400, 404].includes(error.statusCode ?? 0)
  );
}

function reasonOf({ code, decline_code }: { code?: string; decline_code?: string }): PauseReason {
  const codes = [code, decline_code];
  if (codes.includes("authentication_required")) return "confirmation";
  return codes.includes("expired_card") ? "expired" : "declined";
}
