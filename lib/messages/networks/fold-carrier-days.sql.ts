import { type Sql, sql } from "@/lib/db/sql";

/**
 * Makes one row of those that share the sums of an account's day at a carrier, for up to `limit` rows of days before
 * `day` (`YYYY-MM-DD`): one row, `count`. A sum that grows meanwhile gets a new row, and is found the next time.
 */
export function foldCarrierDaysStatement(day: string, limit: number): Sql {
  return sql`
    with shared as (
      select d.day, d.carrier, d.account_id, d.shard from carrier_days d
      where d.shard <> 0 and d.day < ${day}::date order by d.day limit ${limit} for update skip locked
    ),
    gone as (
      delete from carrier_days d using shared s
      where d.day = s.day and d.carrier = s.carrier and d.account_id = s.account_id and d.shard = s.shard
      returning d.*
    ),
    kept as (
      insert into carrier_days as d (day, carrier, account_id, shard, messages, net_micros, cost_micros)
      select g.day, g.carrier, g.account_id, 0, sum(g.messages), sum(g.net_micros), sum(g.cost_micros)
      from gone g group by g.day, g.carrier, g.account_id order by g.day, g.carrier, g.account_id
      on conflict (day, carrier, account_id, shard) do update set messages = d.messages + excluded.messages,
        net_micros = d.net_micros + excluded.net_micros, cost_micros = d.cost_micros + excluded.cost_micros
      returning 1
    )
    select count(*)::int as count from gone, (select count(*) from kept) k`;
}
