import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * Records how much of a payment has been refunded (rules: refunds and disputes), and locks it. Stripe counts all
 * refunds together, and an event may come late: the highest amount is the newest.
 */
export async function recordRefund(tx: Queryable, paymentId: string, refundedMicros: bigint): Promise<void> {
  await tx.query(sql`
    update card_payments set refunded_micros = greatest(refunded_micros, ${refundedMicros}::bigint)
    where id = ${paymentId}`);
}
