import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { enqueueEmails } from "@/lib/email/enqueue.sql";

/**
 * Puts a notice on its way for each account whose balance has fallen below what it wants to be told of
 * (rules: low balance): one, until the balance has been above it again. Notice and e-mail are one statement, so that
 * neither is there without the other.
 * @returns how many notices there were.
 */
export async function noticeLowBalances(db: Database, now: Date): Promise<number> {
  await db.query(sql`
    update accounts set low_balance_notice_at = null
    where low_balance_micros is not null and low_balance_notice_at is not null and balance_micros >= low_balance_micros`);
  const details = sql`jsonb_build_object('balanceMicros', l.balance_micros::text, 'lowBalanceMicros', l.low_balance_micros::text)`;
  const noticed = await db.query(sql`
    with low as (
      update accounts set low_balance_notice_at = ${now}
      where low_balance_micros is not null and low_balance_notice_at is null and status = 'active'
        and balance_micros < low_balance_micros
      returning id, balance_micros, low_balance_micros
    ), sent as (
      ${enqueueEmails("low_balance", { accountId: sql`l.id`, details }, sql`low l`, sql`true`, now)}
    )
    select id from low`);
  return noticed.length;
}
