import { type Months, within } from "@/lib/db/partitions/months.sql";
import { hasKey, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";

/**
 * The queue rows `q` of all carriers that wait for a condition on `q.due_at` to hold. The index of the dispatch
 * queue begins with the carrier, so that each carrier's part is looked up by itself.
 * @param rest an order and a limit of each carrier's part.
 */
export function queuedForAny(condition: Sql, rest: Sql = NOTHING): Sql {
  return sql`(select 0 as id union all select id from carriers) c
    cross join lateral (select q.due_at from message_queue q where q.carrier_id = c.id and ${condition} ${rest}) q`;
}

/** When the first message in the queue is due, leased ones included; null for an empty queue. */
export const NEXT_DUE = sql`(select min(q.due_at)
      from ${queuedForAny(sql`q.due_at is not null`, sql`order by q.due_at limit 1`)})`;

/**
 * Joins the queue row `u` of a message `m`; there is none once its status is final. Rows are looked up one by
 * one, whatever number the planner expects.
 */
export const LEFT_JOIN_QUEUE = sql`left join lateral (
  select w.* from message_queue w
  where w.account_id = m.account_id and w.accepted_at = m.accepted_at and w.message_id = m.id offset 0) u on true`;

/**
 * Joins the message `m` with an id: looked up by its key, whatever number of rows the planner expects.
 * @param months to which it belongs, where that is known.
 */
export function joinMessage(id: Sql, months: Months | null = null): Sql {
  return sql`cross join lateral (select * from messages where id = ${id} ${within(months, sql`id`)} offset 0) m`;
}

/** Joins the message `m` with an id, where there is one, in the same way. */
export function leftJoinMessage(id: Sql, months: Months | null = null): Sql {
  return sql`left join lateral (select * from messages where id = ${id} ${within(months, sql`id`)} offset 0) m on true`;
}

/**
 * Locks messages that a network may have, as the `with` that is called `locked`, in the order of their ids. As where reports are
 * recorded, they are locked before rows of the queue: who takes one off the queue and then ends it would wait in a circle with a
 * report on it. Of one that no network was given nothing is reported; it may be cancelled, which locks its row first.
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

/** The condition on rows of the queue that has them wait for `lockedMessages`. */
export const AFTER_MESSAGES = sql`(select count(*) from locked) >= 0`;

/**
 * Whether `u` is the queue row whose key a row of `other` has as `account_id`, `accepted_at` and `id`. For
 * updates and deletes: see `hasKey`, since the length of the queue changes all the time.
 */
export function isQueueRowOf(other: Sql): Sql {
  return hasKey(
    sql`u.account_id, u.accepted_at, u.message_id`,
    sql`${other}.account_id, ${other}.accepted_at, ${other}.id`,
  );
}

/**
 * Whether no carrier has been given the message of a queue row `u`. Whoever hands a message over counts the attempt
 * first, in the statement that takes its lease.
 */
export const IS_WAITING = sql`(u.held or u.due_at is not null or u.paused_at is not null) and u.attempts = 0
  and u.unknown_since is null`;

/**
 * Where an account's messages `m` are read from: all messages, those in the queue, or those of a bulk send. `mayBeReported` is
 * whether a message may have a report, where rows of the queue tell.
 */
export type Source = { from: Sql; accountId: Sql; at: Sql; id: Sql; mayBeReported?: Sql };

export const ALL_MESSAGES: Source = {
  // PostgreSQL leaves the join out where no column of `u` is read: an account may have millions of messages.
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
 * Whether a network was given the message of a queue row `u`, or perhaps was where a backup was restored: it waits for a report
 * then without having been tried. A million may be scheduled, held or paused beside those.
 */
const MAY_BE_REPORTED = sql`(u.first_tried_at is not null or u.due_at is null and not u.held and u.paused_at is null)`;

const QUEUED: Source = { ...queued(sql`message_queue`), mayBeReported: MAY_BE_REPORTED };

const TRIED = queued(sql`(select * from message_queue u where ${MAY_BE_REPORTED})`);

/** The statuses that only networks give, before the end. */
const REPORTED: readonly string[] = ["ACCEPTD", "QUEUED", "ENROUTE", "UNKNOWN"] satisfies DeliveryStatus[];

/** The messages of a bulk send, each looked up by its key. */
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
 * The faster source for messages with a status, or a state shown as one. Unless it is final, no index of
 * messages has it.
 */
export function sourceFor(status: string | undefined): Source {
  if (status === undefined || FINAL_STATUSES.some((final) => final === status)) return ALL_MESSAGES;
  return REPORTED.includes(status) ? TRIED : QUEUED;
}
