import type { CarrierReport } from "@/lib/carriers/carrier";
import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/messages/dispatch/dispatch.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { type DeliveryStatus, FINAL_STATUSES } from "@/lib/sms/status";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/** A carrier's report with an id of ours and the status that its code stands for. */
export type NumberedReport = CarrierReport & { id: string; status: DeliveryStatus };

/** Joins to the recorded reports `r` their messages `m` and the submissions `s` of these. */
const REPORTED_ON = sql`recorded r
  cross join lateral (select * from messages where id = r.message_id offset 0) m
  cross join lateral (select * from carrier_submissions where message_id = r.message_id offset 0) s`;

/** The event of such a report. */
const REPORTED: ReportColumns = {
  accountId: sql`m.account_id`,
  messageId: sql`m.id`,
  status: sql`r.status`,
  statusCode: sql`r.code`,
  at: sql`r.reported_at`,
  carrier: sql`s.carrier`,
  carrierReference: sql`s.reference`,
  customerMessageId: sql`m.customer_message_id`,
  blockedReason: sql`null`,
};

/**
 * Records reports and moves their messages; a row with the report's id for each that belongs to a message.
 * Rows are written in the order of their messages, so that two statements at once never dead-lock. Joined
 * rows are looked up by an index one by one, since the planner does not know how many there are.
 */
export function reportStatement(reports: readonly NumberedReport[], carrier: string, now: Date): Sql {
  const each = <Value>(of: (report: NumberedReport) => Value) => reports.map(of);
  return prepared(
    "report",
    sql`
    with given as (
      select * from unnest(
        ${each(({ id }) => id)}::uuid[],
        ${each(({ reference }) => storable(reference))}::text[],
        ${each(({ key }) => storable(key))}::text[],
        ${each(({ status }) => status)}::delivery_status[],
        ${each(({ code }) => storableCode(code))}::int[],
        ${each(({ reportedAt }) => reportedAt)}::timestamptz[]
      ) with ordinality as g (id, reference, key, status, code, reported_at, place)
    ), matched as materialized (
      select g.*, s.message_id from given g cross join lateral (
        select message_id from carrier_submissions
        where reference = g.reference and carrier = ${carrier} order by message_id desc limit 1) s
    ), recorded as (
      insert into delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at)
      select id, message_id, key, status, code, reported_at, ${now}::timestamptz from matched
      order by message_id, key
      on conflict (message_id, report_key) do nothing
      returning id, message_id, status, status_code as code, reported_at,
        status = any(${[...FINAL_STATUSES]}::delivery_status[]) as final
    ), announced as (
      ${enqueueReports(REPORTED, REPORTED_ON, sql`true`, now)}
    ), newest as (
      select distinct on (message_id) * from recorded
      order by message_id, final desc, case when final then id end, reported_at desc, id desc
    ), moved as (
      update messages m set status = n.status, status_code = n.code, status_at = n.reported_at
      from newest n
      where ${hasKey(sql`m.id`, sql`n.message_id`)} and m.status <> all(${[...FINAL_STATUSES]}::delivery_status[])
        and (n.final or m.status_at is null or n.reported_at >= m.status_at)
      returning m.account_id, m.accepted_at, m.id, n.final
    ), arrived as (
      delete from message_queue u using moved where moved.final and ${isQueueRowOf(sql`moved`)}
    )
    select id from matched`,
  );
}

/** A carrier's code within the range of the column; an unknown code may be any number. */
function storableCode(code: number): number {
  return Number.isFinite(code) ? Math.max(-32_768, Math.min(32_767, Math.trunc(code))) : 0;
}
