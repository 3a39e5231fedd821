import { type Sql, sql } from "@/lib/db/sql";
import { NZ_ZONE, nzDate } from "@/lib/sms/nz-time";

/**
 * Adds deductions to the billing days of their account, day, send type and rate code. Billing reports read these
 * days.
 * @param deductions a row source with the summed columns of `ledger_entries`, `parts` for segments, and
 * `billed_rate_code`.
 */
export function addToBillingDays(deductions: Sql, now: Date): Sql {
  return sql`insert into billing_days as d
      (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
    select j.account_id, ${nzDate(now)}::date, j.send_type, coalesce(j.billed_rate_code, ''), count(*),
      sum(j.parts), sum(j.net_micros), sum(j.gst_micros)
    from ${deductions} j
    group by j.account_id, j.send_type, coalesce(j.billed_rate_code, '')
    on conflict (account_id, day, send_type, rate_code) do update set
      messages = d.messages + excluded.messages, segments = d.segments + excluded.segments,
      net_micros = d.net_micros + excluded.net_micros, gst_micros = d.gst_micros + excluded.gst_micros`;
}

/**
 * Subtracts reversed deductions from the billing days of these deductions. Their accounts are locked.
 * @param reversals a row source with the columns of the reversals in `ledger_entries`.
 */
export function takeFromBillingDays(reversals: Sql): Sql {
  return sql`update billing_days d set messages = d.messages - r.messages, segments = d.segments - r.segments,
      net_micros = d.net_micros - r.net_micros, gst_micros = d.gst_micros - r.gst_micros
    from (
      select b.account_id, (e.created_at at time zone ${NZ_ZONE})::date as day, b.send_type,
        coalesce(b.rate_code, '') as rate_code, count(*) as messages, sum(b.segments) as segments,
        sum(b.net_micros) as net_micros, sum(b.gst_micros) as gst_micros
      from ${reversals} b join ledger_entries e on e.id = b.reverses_id
      group by 1, 2, 3, 4) r
    where d.account_id = r.account_id and d.day = r.day and d.send_type = r.send_type and d.rate_code = r.rate_code`;
}
