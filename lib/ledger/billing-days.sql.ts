import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { NZ_ZONE, nzDate } from "@/lib/sms/nz-time";

/**
 * All billing days, with the columns of `billing_days`. Where pockets pay (rules: pockets), several rows have the
 * sums of one day, send type and rate code, some of them below zero: they are to be summed.
 */
export const BILLED_DAYS: Sql = sql`(
    select account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros from billing_days
    union all
    select account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros from pocket_days)`;

/** What deductions come to for each billing day; `pocket` as a column of its own, where a pocket paid. */
const summed = (deductions: Sql, now: Date, pocket: Sql): Sql => sql`
    select j.account_id, ${nzDate(now)}::date, j.send_type, coalesce(j.billed_rate_code, ''), ${pocket} count(*),
      sum(j.parts), sum(j.net_micros), sum(j.gst_micros)
    from ${deductions} j
    group by j.account_id, j.send_type, coalesce(j.billed_rate_code, '')`;

/** Adds the sums of a row that is there already, `d`. */
const ADDED = sql`messages = d.messages + excluded.messages, segments = d.segments + excluded.segments,
      net_micros = d.net_micros + excluded.net_micros, gst_micros = d.gst_micros + excluded.gst_micros`;

/**
 * Adds deductions to the billing days of their account, day, send type and rate code, which reports are read
 * from.
 * @param deductions a row source with the columns of `ledger_entries` that are summed, `parts` for segments,
 * and `billed_rate_code`.
 */
export function addToBillingDays(deductions: Sql, now: Date): Sql {
  return sql`insert into billing_days as d
      (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
    ${summed(deductions, now, NOTHING)}
    on conflict (account_id, day, send_type, rate_code) do update set ${ADDED}`;
}

/** Adds the same to the days of the pocket that pays: nobody else writes these rows while it is locked. */
export function addToPocketDays(deductions: Sql, now: Date, pocket: Sql): Sql {
  return sql`insert into pocket_days as d
      (account_id, day, send_type, rate_code, pocket, messages, segments, net_micros, gst_micros)
    ${summed(deductions, now, sql`${pocket},`)}
    on conflict (account_id, day, send_type, rate_code, pocket) do update set ${ADDED}`;
}

/**
 * Subtracts reversed deductions from the billing days on which they were made: `with`s of a statement whose accounts
 * are locked. Where pockets have a part of a day's sums, what is reversed has a row beside them.
 * @param reversals a row source with the columns of the reversals in `ledger_entries`.
 */
export function takeFromBillingDays(reversals: Sql): Sql {
  return sql`day_back as materialized (
      select r.*, exists (
        select from pocket_days k where k.account_id = r.account_id and k.day = r.day and k.send_type = r.send_type
          and k.rate_code = r.rate_code offset 0) as has_pockets
      from (
        select b.account_id, (e.created_at at time zone ${NZ_ZONE})::date as day, b.send_type,
          coalesce(b.rate_code, '') as rate_code, count(*) as messages, sum(b.segments) as segments,
          sum(b.net_micros) as net_micros, sum(b.gst_micros) as gst_micros
        from ${reversals} b join ledger_entries e on e.id = b.reverses_id
        group by 1, 2, 3, 4) r
    ), taken_back as (
      update billing_days d set messages = d.messages - r.messages, segments = d.segments - r.segments,
        net_micros = d.net_micros - r.net_micros, gst_micros = d.gst_micros - r.gst_micros
      from day_back r
      where not r.has_pockets and d.account_id = r.account_id and d.day = r.day and d.send_type = r.send_type
        and d.rate_code = r.rate_code
    ), taken_back_beside as (
      insert into pocket_days as d
        (account_id, day, send_type, rate_code, pocket, messages, segments, net_micros, gst_micros)
      select r.account_id, r.day, r.send_type, r.rate_code, 0, -r.messages, -r.segments, -r.net_micros, -r.gst_micros
      from day_back r where r.has_pockets
      on conflict (account_id, day, send_type, rate_code, pocket) do update set ${ADDED}
    )`;
}
