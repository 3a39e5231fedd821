import type Stripe from "stripe";
import { lockPaymentStatement, recordDisputeStatement } from "@/lib/billing/cards/card-payments.sql";
import { centsToMicros } from "@/lib/billing/cards/card-session";
import type { Queryable } from "@/lib/db/client";

const DECIDED = ["won", "lost", "warning_closed", "prevented"];
const NOT_WITHDRAWN = [
  "won",
  "prevented",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
];

/**
 * Records the state of a dispute (rules: refunds and disputes), and locks its payment. An event that arrives after a
 * later one changes nothing.
 * @param toldAt the time at which Stripe created the event.
 */
export async function recordDispute(
  tx: Queryable,
  paymentId: string,
  { id, amount, status }: Stripe.Dispute,
  toldAt: Date,
): Promise<void> {
  const isInquiry = status === "warning_needs_response" || status === "warning_under_review";
  const stage = DECIDED.includes(status) ? 2 : isInquiry ? 0 : 1;
  const isWithdrawn = !NOT_WITHDRAWN.includes(status);
  const amountMicros = centsToMicros(amount);
  await tx.query(lockPaymentStatement(paymentId));
  await tx.query(recordDisputeStatement({ id, paymentId, amountMicros, stage, isWithdrawn, toldAt }));
}
