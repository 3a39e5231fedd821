import { type Sql, sql } from "@/lib/db/sql";

/** The sums of an account's day at a carrier, in micros, and the number of rows that shared them. */
export type SharedSums = {
  day: string;
  carrier: string;
  accountId: number;
  rows: number;
  messages: bigint;
  netMicros: bigint;
  costMicros: bigint;
};

/**
 * Deletes up to `limit` rows that share the sums of days before `day` (`YYYY-MM-DD`). Returns a `SharedSums` for each
 * account's day at a carrier, which the same transaction adds to its one row.
 */
export function takeSharedStatement(day: string, limit: number): Sql {
  return sql`
    with shared as (
      select d.day, d.carrier, d.account_id, d.shard from carrier_days d
      where d.shard <> 0 and d.day < ${day}::date order by d.day limit ${limit} for update skip locked
    ), gone as (
      delete from carrier_days d using shared s
      where d.day = s.day and d.carrier = s.carrier and d.account_id = s.account_id and d.shard = s.shard
      returning d.*
    )
    select day::text, carrier, account_id as "accountId", count(*)::int as rows, sum(messages)::bigint as messages,
      sum(net_micros)::bigint as "netMicros", sum(cost_micros)::bigint as "costMicros"
    from gone group by day, carrier, account_id`;
}

/**
 * Adds sums to the one row of each account's day at a carrier. Rows are written in the order of the key, so that
 * concurrent statements never deadlock.
 */
export function addSumsStatement(sums: readonly SharedSums[]): Sql {
  const each = <Value>(of: (sum: SharedSums) => Value) => sums.map(of);
  return sql`
    insert into carrier_days as d (day, carrier, account_id, shard, messages, net_micros, cost_micros)
    select g.day, g.carrier, g.account_id, 0, g.messages, g.net_micros, g.cost_micros
    from unnest(
      ${each(({ day }) => day)}::date[], ${each(({ carrier }) => carrier)}::text[],
      ${each(({ accountId }) => accountId)}::int[], ${each(({ messages }) => messages)}::bigint[],
      ${each(({ netMicros }) => netMicros)}::bigint[], ${each(({ costMicros }) => costMicros)}::bigint[]
    ) as g (day, carrier, account_id, messages, net_micros, cost_micros)
    order by g.day, g.carrier, g.account_id
    on conflict (day, carrier, account_id, shard) do update set messages = d.messages + excluded.messages,
      net_micros = d.net_micros + excluded.net_micros, cost_micros = d.cost_micros + excluded.cost_micros`;
}
