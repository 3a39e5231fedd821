import type Stripe from "stripe";
import { centsToMicros } from "@/lib/billing/cards/card-session";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

const DECIDED = ["won", "lost", "warning_closed", "prevented"];
const NOT_WITHDRAWN = [
  "won",
  "prevented",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
];

/**
 * Records how a dispute stands (rules: refunds and disputes), and locks its payment. An event that comes after a later
 * one changes nothing.
 * @param toldAt when Stripe made the event.
 */
export async function recordDispute(
  tx: Queryable,
  paymentId: string,
  { id, amount, status }: Stripe.Dispute,
  toldAt: Date,
): Promise<void> {
  const isInquiry = status === "warning_needs_response" || status === "warning_under_review";
  const stage = DECIDED.includes(status) ? 2 : isInquiry ? 0 : 1;
  await tx.query(sql`select id from card_payments where id = ${paymentId} for update`);
  await tx.query(sql`
    insert into card_disputes as d (id, payment_id, amount_micros, stage, is_withdrawn, told_at)
    values (${id}, ${paymentId}, ${centsToMicros(amount)}::bigint, ${stage}, ${!NOT_WITHDRAWN.includes(status)}, ${toldAt})
    on conflict (id) do update set amount_micros = excluded.amount_micros, stage = excluded.stage,
      is_withdrawn = excluded.is_withdrawn, told_at = excluded.told_at
    where (excluded.stage, excluded.told_at) >= (d.stage, d.told_at)`);
}
