import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { hasKey, prepared, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { storable } from "@/lib/messages/dispatch/dispatch.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { type DeliveryStatus, FINAL_STATUSES, reportedStatus } from "@/lib/sms/status";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/** Which reports were taken care of (recorded now or before), and how many belong to no message known so far. */
export type Reported = { known: ReadonlySet<string>; unmatched: number };

/** Recorded reports `r` with the messages `m` they are on and the submissions `s` of these. */
const REPORTED_ON = sql`recorded r
  cross join lateral (select * from messages where id = r.message_id offset 0) m
  cross join lateral (select * from carrier_submissions where message_id = r.message_id offset 0) s`;

/** Such a report, as the account is told of it. */
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
 * Records delivery reports and moves messages to what they say (rules: delivery reports, final statuses). A report
 * delivered twice is recorded once; a final status is never replaced; a report older than the status is recorded but
 * does not move it back. Reports that match no message may be early: the carrier's answer to the submission is not
 * written yet.
 *
 * Rows are written in the order of their messages, so that two who record at once never wait for each other; and what
 * is joined is looked up by an index, row by row, since the planner knows nothing of how many there are.
 */
export async function report(
  db: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<Reported> {
  if (reports.length === 0) return { known: new Set(), unmatched: 0 };
  const rows = reports.map((given) => ({ ...given, id: newId(), status: statusOf(given.code) }));
  const known = await db.query<{ id: string }>(
    prepared(
      "report",
      sql`
      with given as (
        select * from unnest(
          ${rows.map(({ id }) => id)}::uuid[],
          ${rows.map(({ reference }) => storable(reference))}::text[],
          ${rows.map(({ key }) => storable(key))}::text[],
          ${rows.map(({ status }) => status)}::delivery_status[],
          ${rows.map(({ code }) => storableCode(code))}::int[],
          ${rows.map(({ reportedAt }) => reportedAt)}::timestamptz[]
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
    ),
  );
  const matched = new Set(known.map(({ id }) => id));
  return {
    known: new Set(rows.filter(({ id }) => matched.has(id)).map(({ key }) => key)),
    unmatched: rows.length - matched.size,
  };
}

/** What a carrier's code means. BLOCKED is ours alone to say: it means that no carrier ever saw the message. */
function statusOf(code: number): DeliveryStatus {
  const status = reportedStatus(code);
  return status === null || status === "BLOCKED" ? "UNKNOWN" : status;
}

/** A carrier's code as the column holds it: what is no code of ours may be any number. */
function storableCode(code: number): number {
  return Number.isFinite(code) ? Math.max(-32_768, Math.min(32_767, Math.trunc(code))) : 0;
}
