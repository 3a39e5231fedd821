import { hasKey, literal, prepared, type Sql, sql } from "@/lib/db/sql";
import { ENDED, UNKNOWN_CODE } from "@/lib/messages/dispatch/finish/finish.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { isFinal, showsStatus } from "@/lib/queue/status.sql";
import { enqueueReports } from "@/lib/webhooks/report-event.sql";

/** The number of messages that were read, and of those that became UNKNOWN. */
export type UnreportedRow = { looked: number; ended: number };

/**
 * Ends messages as UNKNOWN that a network has, whose validity ended before an instant, and whose end was not
 * reported. It also inserts the events. Each is read once: its row then has no validity, and waits for a late report.
 * As in the recording of reports, messages are locked before rows of the queue.
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
