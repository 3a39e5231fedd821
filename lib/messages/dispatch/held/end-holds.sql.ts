import { NOTHING, prepared, type Sql, sql } from "@/lib/db/sql";
import type { Leased } from "@/lib/queue/leased";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { FINAL_STATUSES } from "@/lib/sms/status";

/**
 * A message that a carrier perhaps has, whose hold is over. `dueAt` is when that was, or when a lease ended. `hasBegun`: it
 * surely has a part of it, and alone can end it.
 */
export type HeldRow = Pick<Leased, "id" | "accountId" | "acceptedAt" | "sender" | "msisdn" | "sendType"> &
  Pick<Leased, "messageClass" | "network" | "tried"> & { dueAt: Date; validUntil: Date; hasBegun: boolean };

/** How long messages are held, and one-time codes; `onlyBegun`: those alone that were held by an answer, or the want of one. */
export type HeldSearch = { now: Date; holdMs: number; codeHoldMs: number; limit: number; onlyBegun: boolean };

/** Messages of a carrier's queue that it perhaps has and whose hold is over, at most `limit`, locked. */
export function findHeldStatement(
  carrierId: number,
  { now, holdMs, codeHoldMs, limit, onlyBegun }: HeldSearch,
): Sql {
  const hold = sql`case m.send_type when 'otp' then ${codeHoldMs}::float8 else ${holdMs}::float8 end`;
  return prepared(
    onlyBegun ? "find-held-begun" : "find-held",
    sql`
    select u.message_id as id, u.account_id as "accountId", u.accepted_at as "acceptedAt", u.due_at as "dueAt", u.tried,
      coalesce(u.valid_until, u.first_tried_at + interval '1 day') as "validUntil", m.sender, m.msisdn, m.send_type as "sendType", m.message_class as "messageClass",
      (select p.network_code from ported_numbers p where p.msisdn = m.msisdn) as network,
      m.parts > 1 and exists (
        select from carrier_submissions s where s.message_id = u.message_id and s.state in ('accepted', 'delivered')
      ) as "hasBegun"
    from (
      select * from message_queue
      where carrier_id = ${carrierId}::smallint and due_at <= ${now}::timestamptz and unknown_since is not null
        ${onlyBegun ? sql`and begun` : NOTHING}
      order by due_at, message_id limit ${limit} for update skip locked) u
    cross join lateral (select * from messages where id = u.message_id offset 0) m
    where u.unknown_since + ${hold} * interval '1 millisecond' <= ${now}::timestamptz
      and (m.status = 'PENDING' or m.parts > 1 and m.status <> all(${[...FINAL_STATUSES]}::delivery_status[]))
    order by u.due_at, u.message_id`,
  );
}

/** Gives such messages to other carriers, where each is submitted as a possible duplicate. */
export function resendElsewhereStatement(moves: readonly { row: HeldRow; carrierId: number }[]): Sql {
  return prepared(
    "resend-elsewhere",
    sql`
    update message_queue u set carrier_id = g.carrier_id, put_off = 0, begun = false, unknown_msisdn = null,
      unknown_cost_micros = null
    from unnest(
      ${moves.map(({ row }) => row.accountId)}::int[], ${moves.map(({ row }) => row.acceptedAt)}::timestamptz[],
      ${moves.map(({ row }) => row.id)}::uuid[], ${moves.map(({ carrierId }) => carrierId)}::smallint[]
    ) as g (account_id, accepted_at, id, carrier_id)
    where ${isQueueRowOf(sql`g`)}`,
  );
}
