import { type Sql, sql } from "@/lib/db/sql";
import { enqueueEmails } from "@/lib/email/enqueue.sql";

/** Readies accounts for their next notice whose balance is not low any more. */
export function endLowBalancesStatement(): Sql {
  return sql`
    update accounts set low_balance_notice_at = null
    where low_balance_micros is not null and low_balance_notice_at is not null and balance_micros >= low_balance_micros`;
}

/** Notes a notice for each account whose balance has become low, and enqueues its email; gives a row for each. */
export function noticeLowBalancesStatement(now: Date): Sql {
  const details = sql`jsonb_build_object('balanceMicros', l.balance_micros::text, 'lowBalanceMicros', l.low_balance_micros::text)`;
  return sql`
    with low as (
      update accounts set low_balance_notice_at = ${now}
      where low_balance_micros is not null and low_balance_notice_at is null and status = 'active'
        and balance_micros < low_balance_micros
      returning id, balance_micros, low_balance_micros
    ), sent as (
      ${enqueueEmails("low_balance", { accountId: sql`l.id`, details }, { from: sql`low l`, where: sql`true` }, now)}
    )
    select id from low`;
}
