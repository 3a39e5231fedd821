import type { ListSendsRequest } from "@/lib/contracts/members/sending/sends";
import { countedStatement } from "@/lib/db/counted.sql";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { joinMessage, LEFT_JOIN_QUEUE } from "@/lib/queue/message-queue.sql";

/** A send with the outcome of its messages. `kept` excludes purged messages. */
export type SendRow = {
  id: string;
  at: Date;
  name: string | null;
  sendAt: Date | null;
  total: number;
  /** The outcome of its messages is stored. */
  isOver: boolean;
  kept: number;
  delivered: number;
  /** Failed messages without cancelled ones. */
  failed: number;
  cancelled: number;
  paused: number;
  priceMicros: bigint;
};

const PLACE = { at: sql`s.accepted_at`, id: sql`s.id` };

/**
 * Joins the deduction `e` of a message `m`, and whether it was reversed. Only those of cancelled and paused messages
 * are. The rows are looked up one by one, for any number that the planner expects.
 * @param isPaused the condition that a message is paused. Messages of a send that is being cancelled may still be.
 */
export const lookUpPrices = (isPaused: Sql) => sql`
  left join lateral (
    select id, net_micros, gst_micros from ledger_entries
    where message_id = m.id and kind = 'deduction' offset 0) e on true
  left join lateral (
    select case when m.status = 'DELETED' or ${isPaused}
      then (select true from ledger_entries where reverses_id = e.id) end is not null as refunded) r on true`;

const named = (name: string | undefined) =>
  name === undefined ? NOTHING : sql`and strpos(lower(s.name), lower(${name})) > 0`;

/**
 * Reads a stretch of an account's sends, as `SendRow`. Until its outcome is stored, the messages of a send are
 * counted, each looked up by its key. A name has no index: the account's list is searched for it.
 */
export function sendsStatement(accountId: number, { name }: ListSendsRequest, stretch: Stretch): Sql {
  return sql`
    with page as (
      select * from bulk_sends s where s.account_id = ${accountId}
        ${named(name)}
        ${beyond(PLACE, stretch)} ${nearestFirst(PLACE, stretch)})
    select s.id, s.accepted_at as at, s.name, s.send_at as "sendAt", cardinality(s.message_ids) as total,
      s.delivered is not null as "isOver", counted.kept, coalesce(s.delivered, counted.delivered) as delivered,
      coalesce(s.failed, counted.failed) as failed, coalesce(s.cancelled, counted.cancelled) as cancelled,
      coalesce(s.price_micros, counted.price) as "priceMicros", paused.count as paused
    from page s cross join lateral (
      select count(*)::int as kept, (count(*) filter (where m.status = 'DELIVRD'))::int as delivered,
        (count(*) filter (where m.failed_status <> 'DELETED'))::int as failed,
        (count(*) filter (where m.failed_status = 'DELETED'))::int as cancelled,
        coalesce(sum(e.net_micros + e.gst_micros) filter (where not r.refunded), 0)::bigint as price
      from unnest(s.message_ids) as sent (id)
      ${joinMessage(sql`sent.id`)}
      ${lookUpPrices(sql`s.paused_since is not null or s.cancelling_since is not null`)}
      where s.delivered is null) counted
    cross join lateral (
      select count(u.paused_at)::int as count
      from unnest(case when s.paused_since is not null then s.message_ids end) as sent (id)
      ${joinMessage(sql`sent.id`)} ${LEFT_JOIN_QUEUE}) paused
    ${nearestFirst(PLACE, stretch)}`;
}

/** Counts the sends of an account's list, as a `CountedRow`. */
export function countSendsStatement(accountId: number, { name }: ListSendsRequest): Sql {
  const rows = sql`from bulk_sends s where s.account_id = ${accountId}`;
  return countedStatement({ rows, order: sql`order by s.accepted_at desc, s.id desc` }, named(name));
}

/** The outcome of all messages of a send. */
export type SendOutcome = Pick<SendRow, "id" | "delivered" | "failed" | "cancelled" | "priceMicros">;

/** Stores the outcomes of sends whose messages all have a final status, and so no longer change. */
export function noteOutcomesStatement(outcomes: readonly SendOutcome[]): Sql {
  const column = <Name extends keyof SendOutcome>(name: Name) => outcomes.map((outcome) => outcome[name]);
  return sql`
    update bulk_sends s set delivered = o.delivered, failed = o.failed, cancelled = o.cancelled, price_micros = o.price
    from unnest(${column("id")}::uuid[], ${column("delivered")}::int[], ${column("failed")}::int[],
      ${column("cancelled")}::int[], ${column("priceMicros")}::bigint[])
      as o (id, delivered, failed, cancelled, price)
    where s.id = o.id and s.delivered is null`;
}
