import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { giveBack } from "@/lib/ledger/give-back.sql";
import { IS_WAITING, isQueueRowOf, joinMessage } from "@/lib/queue/message-queue.sql";

/** The condition that a queue row `u` is not paused, with `and` in front. */
export const AND_NOT_PAUSED = sql`and u.paused_at is null`;

/** The pause and the cancellation of a send, and the number of its pauses. */
export type PauseRow = {
  pausedSince: Date | null;
  pausingSince: Date | null;
  cancellingSince: Date | null;
  pauses: number;
};

/** Locks an account's send, as `PauseRow`. */
export function lockSendStatement(accountId: number, id: string): Sql {
  return sql`
    select paused_since as "pausedSince", pausing_since as "pausingSince", cancelling_since as "cancellingSince", pauses
    from bulk_sends where id = ${id}::uuid and account_id = ${accountId} for no key update`;
}

/** Pauses waiting messages and refunds them. The caller has locked the messages and their account. */
export function pauseStatement(ids: readonly string[], now: Date): Sql {
  return sql`
    with gone as (
      select * from unnest(${ids}::uuid[], ${ids.map(() => newId())}::uuid[]) as g (message_id, reversal_id)
    ), known as (
      select m.* from gone
      ${joinMessage(sql`gone.message_id`)}
    ), paused as (
      update message_queue u set paused_at = ${now}::timestamptz, paused_due_at = u.due_at, due_at = null
      from known k where ${isQueueRowOf(sql`k`)}
    ), ${giveBack(now)}`;
}

/** Marks a send as paused. With `isGoingOn`, messages of it are left to pause. */
export function setPausedStatement(id: string, since: Date, isGoingOn: boolean): Sql {
  return sql`
    update bulk_sends set paused_since = ${since}::timestamptz, pauses = pauses + 1,
      pausing_since = case when ${isGoingOn}::boolean then ${since}::timestamptz end
    where id = ${id}::uuid`;
}

/** Records that a send has no messages left to pause. */
export function endPausingStatement(id: string): Sql {
  return sql`update bulk_sends set pausing_since = null where id = ${id}::uuid`;
}

/** Records that a send is no longer paused. */
export function setResumedStatement(id: string): Sql {
  return sql`update bulk_sends set paused_since = null, pausing_since = null where id = ${id}::uuid`;
}

/** Reads sends that have messages left to pause. */
export function pausingStatement(limit: number): Sql {
  return sql`
    select id, account_id as "accountId" from bulk_sends where pausing_since is not null order by id limit ${limit}`;
}

/** A send whose pause has ended. `isWaiting` is set if it has waiting messages, which will be cancelled. */
export type EndedPause = { id: string; accountId: number; isWaiting: boolean };

/** Begins to cancel sends that were paused, and scheduled, before an instant. Returns an `EndedPause` for each. */
export function endPausedStatement(before: Date, now: Date, limit: number): Sql {
  return sql`
    with old as materialized (
      select id from bulk_sends
      where paused_since is not null and greatest(paused_since, send_at) < ${before}::timestamptz
      order by id limit ${limit} for no key update skip locked
    )
    update bulk_sends s set cancelling_since = ${now}::timestamptz, paused_since = null, pausing_since = null
    from old where ${hasKey(sql`s.id`, sql`old.id`)}
    returning s.id, s.account_id as "accountId", exists (
      select from unnest(s.message_ids) as i (id)
      ${joinMessage(sql`i.id`)}
      join message_queue u on ${isQueueRowOf(sql`m`)} and m.status = 'PENDING' and ${IS_WAITING} offset 0) as "isWaiting"`;
}
