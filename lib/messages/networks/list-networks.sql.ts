import { MAX_COUNTED } from "@/lib/contracts/admin/health";
import { type Sql, sql } from "@/lib/db/sql";

/** The reason that a network went down. */
export type DownRow = { name: string; reason: string };

/**
 * Reads the newest reason of each network since it is down, by `carrier_events_carrier_id_idx`: each has 500 events
 * at most.
 */
export function downReasonsStatement(down: readonly { name: string; downSince: Date }[]): Sql {
  return sql`
    select c.name, e.reason from unnest(
      ${down.map(({ name }) => name)}::text[], ${down.map(({ downSince }) => downSince)}::timestamptz[]) as c (name, since)
    cross join lateral (
      select reason from carrier_events
      where carrier = c.name and kind in ('down', 'refused') and happened_at >= c.since and reason is not null
      order by id desc limit 1) e`;
}

/** The newest proposal for the formats of a network's ids. */
export type AdviceRow = { name: string; advice: string };

/** Reads the newest proposal for each network, by `carrier_events_carrier_id_idx`: each has 500 events at most. */
export function idAdviceStatement(names: readonly string[]): Sql {
  return sql`
    select c.name, e.reason as advice from unnest(${[...names]}::text[]) as c (name)
    cross join lateral (
      select reason from carrier_events
      where carrier = c.name and kind = 'ids' and reason is not null order by id desc limit 1) e`;
}

/**
 * The number of unanswered messages in a carrier's queue, and of those that it has in part or may have. Both are
 * counted up to one more than is shown.
 */
export type WaitingRow = { carrierId: number; waiting: number; begun: number };

/**
 * Counts them for each carrier by its parts of `message_queue_due_idx` and `message_queue_begun_idx`, up to the
 * limit.
 */
export function waitingStatement(carrierIds: readonly number[]): Sql {
  return sql`
    select c.id as "carrierId", (select count(*)::int from (
      select 1 from message_queue q where q.carrier_id = c.id and q.due_at is not null
      limit ${MAX_COUNTED + 1}) r) as waiting, (select count(*)::int from (
      select 1 from message_queue q where q.carrier_id = c.id and q.begun and q.due_at is not null
      limit ${MAX_COUNTED + 1}) r) as begun
    from unnest(${[...carrierIds]}::smallint[]) as c (id)`;
}

/** The set-up of a carrier: whether it has senders, and whether a route leads to it. */
export type SetUpRow = { carrierId: number; hasSenders: boolean; hasRoute: boolean };

/** Reads a row for each carrier. There are only as many targets as contracts, so all are read once. */
export function setUpStatement(carrierIds: readonly number[]): Sql {
  return sql`
    select c.id as "carrierId", r.carrier_id is not null as "hasRoute",
      exists (select 1 from carrier_senders s where s.carrier_id = c.id) as "hasSenders"
    from unnest(${[...carrierIds]}::smallint[]) as c (id)
    left join (select distinct carrier_id from route_targets) r on r.carrier_id = c.id`;
}
