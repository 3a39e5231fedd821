import { literal, prepared, type Sql, sql } from "@/lib/db/sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";
import { isFinal } from "@/lib/queue/status.sql";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/**
 * A message that was delivered in part: its carrier, and the times of submission and delivery in milliseconds since
 * 1970.
 */
export type PartlyReportedRow = { carrier: string; submittedAtMs: number; deliveredAtMs: number };

/** The report code of a message that is delivered (rules: report codes). */
const DELIVERED_CODE = 1;

const DELIVERED: ReportColumns = {
  accountId: sql`f.account_id`,
  messageId: sql`f.id`,
  status: sql`f.status`,
  statusCode: sql`f.status_code`,
  at: sql`f.status_at`,
  carrier: sql`f.carrier`,
  carrierReference: sql`f.reference`,
  sender: sql`f.sender`,
  customerMessageId: sql`f.customer_message_id`,
  blockedReason: sql`null`,
};

/**
 * Delivers messages whose validity ended after `after` and by `until`, if some parts are reported as delivered. A part
 * that failed would have ended its message. The statement also inserts the events of each message. It locks a message
 * before its queue row, and skips a message if a report has locked that row.
 */
export function endPartlyReportedStatement(
  { after, until }: { after: Date; until: Date },
  now: Date,
  limit: number,
): Sql {
  return prepared(
    `end-partly-reported-${limit}`,
    sql`
    with waiting as materialized (
      select w.* from (
        select u.account_id, u.accepted_at, u.message_id as id, p.carrier, p.reference, p.submitted_at
        from message_queue u cross join lateral (
          select s.carrier, s.reference, s.submitted_at from carrier_submissions s
          where s.message_id = u.message_id and s.state = 'delivered' order by s.attempt desc, s.part limit 1) p
        where u.due_at is null and not u.held and u.paused_at is null and u.parts_left is not null
          and u.valid_until > ${after}::timestamptz and u.valid_until <= ${until}::timestamptz
        order by u.valid_until limit ${literal(limit)}) w
      order by w.id
    ), locked as materialized (
      select m.id from waiting w cross join lateral (
        select id from messages where id = w.id offset 0 for no key update) m
    ), taken as materialized (
      select w.*, coalesce(d.at, ${now}::timestamptz) as delivered_at from waiting w
      cross join lateral (
        select 1 from message_queue u
        where (select count(*) from locked) >= 0 and ${isQueueRowOf(sql`w`)} and u.due_at is null
        for update skip locked) u
      cross join lateral (
        select max(r.reported_at) as at from delivery_reports r
        where r.message_id = w.id and r.status = 'DELIVRD' offset 0) d
    ), ended as (
      update messages m set status = 'DELIVRD', status_code = ${literal(DELIVERED_CODE)}, status_at = t.delivered_at
      from taken t where m.id = t.id and not ${isFinal(sql`m.status`)}
      returning m.id, m.account_id, m.accepted_at, m.customer_message_id, m.sender, m.status, m.status_code, m.status_at,
        t.carrier, t.reference, t.submitted_at
    ), announced as (
      ${enqueueReports(DELIVERED, sql`ended f`, sql`true`, now)}
    ), arrived as (
      delete from message_queue u using ended e where ${isQueueRowOf(sql`e`)}
      returning 1
    )
    select carrier, date_part('epoch', submitted_at) * 1000 as "submittedAtMs",
      date_part('epoch', status_at) * 1000 as "deliveredAtMs" from ended`,
  );
}
