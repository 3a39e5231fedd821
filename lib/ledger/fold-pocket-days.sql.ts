import { isBeforeFence } from "@/lib/cells/moved.sql";
import { type Sql, sql } from "@/lib/db/sql";

/** Accounts of the cell that have sums of pockets of days before `day` (`YYYY-MM-DD`). */
export function accountsToFoldStatement(day: string, limit: number): Sql {
  return sql`
    select distinct account_id as "accountId" from pocket_days
    where day < ${day}::date and ${isBeforeFence(sql`account_id`)} order by 1 limit ${limit}`;
}

/**
 * Readies rows of the billing days for sums of a locked account's pockets of days before `day`. Sums below zero can
 * be added to a row, and not be one.
 */
export function readyDaysStatement(accountId: number, day: string, limit: number): Sql {
  return sql`
    insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
    select k.account_id, k.day, k.send_type, k.rate_code, 0, 0, 0, 0 from (${keysOf(accountId, day, limit)}) k
    on conflict (account_id, day, send_type, rate_code) do nothing`;
}

/**
 * Adds those sums to the rows, and takes the pockets' away: as many rows as `limit`, each a row. Of what a pocket has paid for
 * since the rows were readied, there may be none: its sums stay for the next time.
 */
export function foldDaysStatement(accountId: number, day: string, limit: number): Sql {
  return sql`
    with folded as materialized (
      select k.* from (${keysOf(accountId, day, limit)}) k
      cross join lateral (
        select 1 from billing_days d where d.account_id = k.account_id and d.day = k.day and d.send_type = k.send_type
          and d.rate_code = k.rate_code offset 0) d
    ), gone as (
      delete from pocket_days p using folded k
      where p.account_id = k.account_id and p.day = k.day and p.send_type = k.send_type and p.rate_code = k.rate_code
      returning p.*
    )
    update billing_days d set messages = d.messages + g.messages, segments = d.segments + g.segments,
      net_micros = d.net_micros + g.net_micros, gst_micros = d.gst_micros + g.gst_micros
    from (
      select account_id, day, send_type, rate_code, sum(messages) as messages, sum(segments) as segments,
        sum(net_micros) as net_micros, sum(gst_micros) as gst_micros
      from gone group by 1, 2, 3, 4) g
    where d.account_id = g.account_id and d.day = g.day and d.send_type = g.send_type and d.rate_code = g.rate_code
    returning 1`;
}

/** The first billing days, by their key, of which an account's pockets have sums. */
const keysOf = (accountId: number, day: string, limit: number): Sql => sql`
      select account_id, day, send_type, rate_code from pocket_days
      where account_id = ${accountId} and day < ${day}::date
      group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit ${limit}`;
