import { hasKey, literal, prepared, type Sql, sql } from "@/lib/db/sql";
import { ENDED, UNKNOWN_CODE } from "@/lib/messages/dispatch/finish/finish.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { isFinal, showsStatus } from "@/lib/queue/status.sql";
import { enqueueReports } from "@/lib/webhooks/report-event.sql";

/** How many messages were looked at, and how many of them have become unknown. */
export type UnreportedRow = { looked: number; ended: number };

/**
 * Makes messages unknown that a network has, that are valid until an instant that has passed, and of which no end was reported;
 * and tells of it. They are looked at once: their rows wait for a late report without a validity. As where reports are
 * recorded, messages are locked before rows of the queue.
 */
export function endUnreportedStatement(validBefore: Date, now: Date, limit: number): Sql {
  return prepared(
    `end-unreported-${limit}`,
    sql`
    with waiting as materialized (
      select w.* from (
        select u.account_id, u.accepted_at, u.message_id as id from message_queue u
        where u.due_at is null and not u.held and u.paused_at is null and u.valid_until <= ${validBefore}::timestamptz
        order by u.valid_until limit ${literal(limit)}) w
      order by w.id
    ), ended as (
      update messages m set status = 'UNKNOWN', status_code = ${literal(UNKNOWN_CODE)}, status_at = ${now}::timestamptz
      from waiting w
      where ${hasKey(sql`m.id`, sql`w.id`)} and not ${isFinal(sql`m.status`)} and not ${showsStatus("UNKNOWN")}
      returning m.id, m.account_id, m.customer_message_id, m.sender, m.status, m.status_code, m.status_at
    ), announced as (
      ${enqueueReports(ENDED, sql`ended f`, sql`true`, now)}
    ), looked_at as (
      update message_queue u set valid_until = null from waiting w
      where (select count(*) from ended) >= 0 and ${isQueueRowOf(sql`w`)} and u.due_at is null
      returning 1
    )
    select (select count(*)::int from waiting) as looked, (select count(*)::int from ended) as ended`,
  );
}
