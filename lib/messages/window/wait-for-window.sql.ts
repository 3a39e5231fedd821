import { hasKey, type Sql, sql } from "@/lib/db/sql";
import type { LeasedMessage } from "@/lib/queue/leased";
import { AFTER_MESSAGES, isQueueRowOf, lockedMessages } from "@/lib/queue/message-queue.sql";

/** Messages that the caller has leased, and their due time. */
export type Waiting = { message: LeasedMessage; dueAt: Date };

/**
 * Returns leased messages that no carrier has to the queue until their window opens. Their validity counts from then.
 */
export function waitForWindowStatement(waiting: readonly Waiting[], now: Date): Sql {
  return sql`
    with given as (
      select * from unnest(
        ${waiting.map(({ message }) => message.accountId)}::int[],
        ${waiting.map(({ message }) => message.acceptedAt)}::timestamptz[],
        ${waiting.map(({ message }) => message.id)}::uuid[],
        ${waiting.map(({ message }) => message.lease)}::timestamptz[],
        ${waiting.map(({ dueAt }) => dueAt)}::timestamptz[]
      ) as g (account_id, accepted_at, id, lease, due_at)
    ), ${lockedMessages(sql`given`)}, kept as (
      update message_queue u set due_at = g.due_at, attempts = u.attempts - 1, unknown_since = null,
        first_tried_at = case when u.attempts > 1 then u.first_tried_at end,
        valid_until = u.valid_until + (g.due_at - ${now}::timestamptz)
      from given g where ${AFTER_MESSAGES} and ${isQueueRowOf(sql`g`)} and u.due_at is not distinct from g.lease
      returning g.id, g.due_at
    )
    update messages m set send_at = k.due_at from kept k where ${hasKey(sql`m.id`, sql`k.id`)}`;
}
