import { prepared, type Sql, sql } from "@/lib/db/sql";
import type { Leased } from "@/lib/queue/leased";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/** A message that waits for a carrier which takes nothing. `hasBegun`: a carrier took a part of it, and alone can end it. */
export type StrandedRow = Pick<Leased, "id" | "accountId" | "acceptedAt" | "sender" | "msisdn" | "sendType"> &
  Pick<Leased, "messageClass" | "network" | "tried"> & { dueAt: Date; hasBegun: boolean };

/**
 * Messages that are due at a carrier, from behind a place in its queue, at most `limit`, locked. What the carrier
 * perhaps has stays with it.
 */
export function findStrandedStatement(
  carrierId: number,
  now: Date,
  after: { at: Date; id: string },
  limit: number,
): Sql {
  return prepared(
    "find-stranded",
    sql`
    select u.message_id as id, u.account_id as "accountId", u.accepted_at as "acceptedAt", u.due_at as "dueAt", u.tried,
      m.sender, m.msisdn, m.send_type as "sendType", m.message_class as "messageClass",
      (select p.network_code from ported_numbers p where p.msisdn = m.msisdn) as network,
      m.parts > 1 and exists (
        select from carrier_submissions s where s.message_id = u.message_id and s.state in ('accepted', 'delivered')
      ) as "hasBegun"
    from (
      select * from message_queue
      where carrier_id = ${carrierId}::smallint and due_at <= ${now}::timestamptz and unknown_since is null
        and (due_at, message_id) > (${after.at}::timestamptz, ${after.id}::uuid)
      order by due_at, message_id limit ${limit} for update skip locked) u
    cross join lateral (select * from messages where id = u.message_id offset 0) m
    order by u.due_at, u.message_id`,
  );
}

/** Gives due messages of one carrier to others. */
export function moveStatement(moves: readonly { row: StrandedRow; carrierId: number }[]): Sql {
  return prepared(
    "move-stranded",
    sql`
    update message_queue u set carrier_id = g.carrier_id, put_off = 0
    from unnest(
      ${moves.map(({ row }) => row.accountId)}::int[], ${moves.map(({ row }) => row.acceptedAt)}::timestamptz[],
      ${moves.map(({ row }) => row.id)}::uuid[], ${moves.map(({ carrierId }) => carrierId)}::smallint[]
    ) as g (account_id, accepted_at, id, carrier_id)
    where ${isQueueRowOf(sql`g`)}`,
  );
}

/**
 * The carriers that due messages wait for and that were removed, as `carrierId`. Each carrier of the queue is looked up once, by
 * `message_queue_due_idx`.
 */
export function removedCarriersStatement(): Sql {
  return prepared(
    "removed-carriers",
    sql`
    with recursive awaited as (
      (select carrier_id from message_queue where due_at is not null order by carrier_id limit 1)
      union all
      select n.carrier_id from awaited a cross join lateral (
        select q.carrier_id from message_queue q where q.due_at is not null and q.carrier_id > a.carrier_id
        order by q.carrier_id limit 1) n)
    select a.carrier_id as "carrierId" from awaited a
    where a.carrier_id > 0 and not exists (select from carriers c where c.id = a.carrier_id)`,
  );
}
