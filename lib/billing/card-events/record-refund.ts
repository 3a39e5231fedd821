import { recordRefundStatement } from "@/lib/billing/cards/card-payments.sql";
import type { Queryable } from "@/lib/db/client";

/**
 * Records how much of a payment has been refunded (rules: refunds and disputes), and locks it. Stripe counts all
 * refunds together, and an event may come late: the highest amount is the newest.
 */
export async function recordRefund(tx: Queryable, paymentId: string, refundedMicros: bigint): Promise<void> {
  await tx.query(recordRefundStatement(paymentId, refundedMicros));
}
