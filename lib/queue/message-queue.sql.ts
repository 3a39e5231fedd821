import { type Months, within } from "@/lib/db/partitions/months.sql";
import { hasKey, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";

/**
 * Returns the queue rows `q` of all carriers that satisfy a condition on `q.due_at`. The index of the dispatch queue
 * begins with the carrier, so each carrier's part is looked up separately.
 * @param rest an order and a limit of each carrier's part.
 */
export function queuedForAny(condition: Sql, rest: Sql = NOTHING): Sql {
  return sql`(select 0 as id union all select id from carriers) c
    cross join lateral (select q.due_at from message_queue q where q.carrier_id = c.id and ${condition} ${rest}) q`;
}

/** The due time of the queue's first message, leased ones included; null for an empty queue. */
export const NEXT_DUE = sql`(select min(q.due_at)
      from ${queuedForAny(sql`q.due_at is not null`, sql`order by q.due_at limit 1`)})`;

/**
 * Joins the queue row `u` of a message `m`. There is none after a final status. `offset 0` makes PostgreSQL
 * look up rows one by one, regardless of the planner's estimate.
 */
export const LEFT_JOIN_QUEUE = sql`left join lateral (
  select w.* from message_queue w
  where w.account_id = m.account_id and w.accepted_at = m.accepted_at and w.message_id = m.id offset 0) u on true`;

/**
 * Joins the message `m` with an id, looked up by its key in the same way.
 * @param months the months of the message, if they are known.
 */
export function joinMessage(id: Sql, months: Months | null = null): Sql {
  return sql`cross join lateral (select * from messages where id = ${id} ${within(months, sql`id`)} offset 0) m`;
}

/** Left-joins the message `m` with an id in the same way. */
export function leftJoinMessage(id: Sql, months: Months | null = null): Sql {
  return sql`left join lateral (select * from messages where id = ${id} ${within(months, sql`id`)} offset 0) m on true`;
}

/**
 * Locks messages that a network may have, in the order of their ids, as the `with` named `locked`. They are locked
 * before rows of the queue, as in the statements that record reports. Otherwise a worker that removes a message from
 * the queue and then ends it would deadlock with a report on it. A message that no network was handed gets no
 * reports. It may be cancelled, which locks its queue row first.
 * @param given a row source with `account_id`, `accepted_at` and `id`.
 */
export function lockedMessages(given: Sql): Sql {
  return sql`locked as materialized (
      select m.id from (
        select g.id from ${given} g cross join lateral (
          select u.attempts from message_queue u
          where u.account_id = g.account_id and u.accepted_at = g.accepted_at and u.message_id = g.id offset 0) u
        where u.attempts > 0 order by g.id) i
      cross join lateral (select id from messages where id = i.id offset 0 for no key update) m
    )`;
}

/** The condition that makes rows of the queue wait for `lockedMessages`. */
export const AFTER_MESSAGES = sql`(select count(*) from locked) >= 0`;

/**
 * The condition that `u` is the queue row whose key a row of `other` has as `account_id`, `accepted_at` and `id`. It
 * is for updates and deletes: see `hasKey`, since the length of the queue changes all the time.
 */
export function isQueueRowOf(other: Sql): Sql {
  return hasKey(
    sql`u.account_id, u.accepted_at, u.message_id`,
    sql`${other}.account_id, ${other}.accepted_at, ${other}.id`,
  );
}

/**
 * The condition that no carrier was handed the message of a queue row `u`. The statement that leases a message counts
 * the attempt before the hand-over.
 */
export const IS_WAITING = sql`(u.held or u.due_at is not null or u.paused_at is not null) and u.attempts = 0
  and u.unknown_since is null`;

/**
 * A source of an account's messages `m`: all messages, those in the queue, or those of a bulk send. `mayBeReported`
 * is the condition that a message may have a report, if rows of the queue show that.
 */
export type Source = { from: Sql; accountId: Sql; at: Sql; id: Sql; mayBeReported?: Sql };

export const ALL_MESSAGES: Source = {
  // PostgreSQL drops the join if no column of `u` is read: an account may have millions of messages.
  from: sql`messages m left join message_queue u
    on u.account_id = m.account_id and u.accepted_at = m.accepted_at and u.message_id = m.id`,
  accountId: sql`m.account_id`,
  at: sql`m.accepted_at`,
  id: sql`m.id`,
};

const queued = (rows: Sql): Source => ({
  from: sql`${rows} u ${joinMessage(sql`u.message_id`)}`,
  accountId: sql`u.account_id`,
  at: sql`u.accepted_at`,
  id: sql`u.message_id`,
});

/**
 * The condition that a network was handed the message of a queue row `u`. After a restore of a backup, a
 * message may also wait for a report without an attempt. A million messages may be scheduled, held or paused
 * besides those.
 */
const MAY_BE_REPORTED = sql`(u.first_tried_at is not null or u.due_at is null and not u.held and u.paused_at is null)`;

const QUEUED: Source = { ...queued(sql`message_queue`), mayBeReported: MAY_BE_REPORTED };

const TRIED = queued(sql`(select * from message_queue u where ${MAY_BE_REPORTED})`);

/** The statuses that only networks report, before a final one. */
const REPORTED: readonly string[] = ["ACCEPTD", "QUEUED", "ENROUTE", "UNKNOWN"] satisfies DeliveryStatus[];

/** Returns the messages of a bulk send, each looked up by its key. */
export function sentTogether(send: string): Source {
  return {
    from: sql`(select account_id, unnest(message_ids) as message_id from bulk_sends where id = ${send}::uuid) s
      ${joinMessage(sql`s.message_id`)} ${LEFT_JOIN_QUEUE}`,
    accountId: sql`s.account_id`,
    at: sql`m.accepted_at`,
    id: sql`m.id`,
  };
}

/**
 * Returns the faster source for messages with a status, or with a state that is shown as one. Only a final status has
 * an index of messages.
 */
export function sourceFor(status: string | undefined): Source {
  if (status === undefined || FINAL_STATUSES.some((final) => final === status)) return ALL_MESSAGES;
  return REPORTED.includes(status) ? TRIED : QUEUED;
}
