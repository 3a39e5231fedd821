import { MAX_COUNTED } from "@/lib/contracts/admin/health";
import { type Sql, sql } from "@/lib/db/sql";

/** A carrier, with the number of its bound links, waiting messages, and reports that match no message. */
export type CarrierState = {
  name: string;
  isUp: boolean;
  boundLinks: number;
  due: number;
  oldestDueAt: Date | null;
  parked: number;
  /** The load of the carrier's connections; null if it reports none. */
  perSecond: number | null;
  tps: number | null;
  allowedTps: number | null;
  inUse: number | null;
  windowSize: number | null;
};

/**
 * Reads the carriers in use. The simulator is included, which has no row and no links. All links of a carrier share
 * one rate; each process that calls an HTTP carrier has its own. Waiting messages are read by the index
 * `message_queue_due_idx`, and parked reports by one that begins with the carrier, both only up to `MAX_COUNTED`.
 */
export function carriersStatement(simulator: { id: number; name: string }, now: Date): Sql {
  return sql`
    select c.name, c.down_since is null as "isUp", q.due, q.oldest as "oldestDueAt",
      (select count(*)::int from carrier_links l
        where l.carrier_id = c.id and l.state = 'bound' and l.lease > ${now}::timestamptz) as "boundLinks",
      (select count(*)::int from (
        select 1 from parked_reports p where p.carrier = c.name limit ${MAX_COUNTED}) r) as parked,
      b.per_second as "perSecond", b.tps, b.allowed_tps as "allowedTps", b.in_use as "inUse",
      b.window_size as "windowSize"
    from (
      select ${simulator.id}::smallint as id, ${simulator.name}::text as name, null::timestamptz as down_since
      union all select id, name, down_since from carriers where enabled) c
    cross join lateral (
      select count(*)::int as due, min(due_at) as oldest from (
        select due_at from message_queue where carrier_id = c.id and due_at <= ${now}::timestamptz
        order by due_at limit ${MAX_COUNTED}) w) q
    cross join lateral (
      select sum(per_second)::float8 as per_second, sum(in_use)::int as in_use, sum(window_size)::int as window_size,
        sum(tps)::int as tps, sum(allowed_tps)::int as allowed_tps
      from (
        select sum(per_second) as per_second, sum(in_use) as in_use, sum(window_size) as window_size,
          max(tps) as tps, max(allowed_tps) as allowed_tps
        from carrier_links l where l.carrier_id = c.id and l.lease > ${now}::timestamptz
        union all
        select per_second, in_use, window_size, tps, allowed_tps
        from carrier_loads a where a.carrier_id = c.id and a.until > ${now}::timestamptz) words) b
    order by c.id`;
}

/** The amount that was billed to all accounts on a day, for each kind of message. */
export type BilledToday = { sendType: string; messages: bigint; segments: bigint; netMicros: bigint };

/**
 * Sums the billing of a day. The row of each account is looked up by its key.
 * @param elsewhere accounts that are moving and count in another cell.
 */
export function billedStatement(day: string, elsewhere: readonly number[] = []): Sql {
  return sql`
    select d.send_type as "sendType", sum(d.messages)::bigint as messages, sum(d.segments)::bigint as segments,
      sum(d.net_micros)::bigint as "netMicros"
    from accounts a cross join lateral (
      select * from billing_days b where b.account_id = a.id and b.day = ${day}::date offset 0) d
    where a.id <> all(${[...elsewhere]}::int[])
    group by d.send_type order by d.send_type`;
}

/** Counts the connections to the database, of all servers. */
export function connectionsStatement(): Sql {
  return sql`
    select count(*)::int as connections, current_setting('max_connections')::int as "maxConnections"
    from pg_stat_activity where datname = current_database()`;
}
