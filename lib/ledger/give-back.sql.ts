import { type Sql, sql } from "@/lib/db/sql";
import { takeFromBillingDays } from "@/lib/ledger/billing-days.sql";
import { insertEntries, type LedgerEntry } from "@/lib/ledger/entries.sql";

/**
 * Returns the entry that refunds a deduction `e` of a message in `gone`. Its time is never before the
 * deduction's, even if the request came before the deduction. A month's statement includes all reversals
 * since its beginning.
 */
const reversal = (now: Date): LedgerEntry => ({
  id: sql`gone.reversal_id`,
  accountId: sql`e.account_id`,
  amount: {
    returned: {
      amount: sql`e.amount_micros`,
      net: sql`e.net_micros`,
      gst: sql`e.gst_micros`,
      entryId: sql`e.id`,
    },
  },
  message: {
    id: sql`e.message_id`,
    sendType: sql`e.send_type`,
    rateCode: sql`e.rate_code`,
    segments: sql`e.segments`,
  },
  at: sql`greatest(${now}::timestamptz, e.created_at)`,
});

/**
 * The deductions of the messages in `gone`. A paused message has none: its deduction was reversed when it was paused.
 */
const DEDUCTIONS_OF_GONE = sql`
  from gone join ledger_entries e on e.message_id = gone.message_id and e.kind = 'deduction'
  where not exists (select 1 from ledger_entries r where r.reverses_id = e.id)`;

/**
 * Returns the end of a statement that refunds messages, each once (rules: reversals). The caller has locked
 * their accounts, and the statement's `gone` has `message_id` and `reversal_id`.
 */
export function giveBack(now: Date): Sql {
  return sql`back as (
      ${insertEntries("reversal", reversal(now), now, DEDUCTIONS_OF_GONE)}
      returning account_id, amount_micros, net_micros, gst_micros, send_type, rate_code, segments, reverses_id
    ), taken_back as (
      ${takeFromBillingDays(sql`back`)}
    )
    update accounts a set balance_micros = a.balance_micros + b.micros
    from (select account_id, sum(amount_micros)::bigint as micros from back group by account_id) b
    where a.id = b.account_id`;
}
