import { type Sql, sql } from "@/lib/db/sql";
import { listensToReport, REPORT_TYPE } from "@/lib/webhooks/endpoint/listens.sql";

/** Where a statement has what is told of a message: column expressions. */
export type ReportColumns = {
  accountId: Sql;
  messageId: Sql;
  status: Sql;
  statusCode: Sql;
  at: Sql;
  carrier: Sql;
  carrierReference: Sql;
  /** From which shortcode the message was sent. */
  sender: Sql;
  customerMessageId: Sql;
  blockedReason: Sql;
};

/**
 * The part of a statement that puts delivery reports (rules: report event) on their way to the accounts that
 * have asked for them. It is an `insert`, to be a data-modifying `with` of the statement that makes the
 * report true: neither is there without the other. The body is written once, here; every attempt sends these
 * bytes.
 * @param from tables or `with`s of the statement that have the columns.
 * @param where which of their rows.
 */
export function enqueueReports(columns: ReportColumns, from: Sql, where: Sql, now: Date): Sql {
  return sql`
    insert into webhook_deliveries (id, account_id, kind, number, event_type, message_id, body, created_at, due_at)
    select uuid_v7(${now}::timestamptz), ${columns.accountId}, e.kind, e.number, ${REPORT_TYPE}, ${columns.messageId},
      ${bodyOf(columns)}, ${now}::timestamptz, case when e.paused_at is null then ${now}::timestamptz end
    ${joined(columns, from, where)}`;
}

/** Endpoints are looked up row by row, by the first column of their key: accounts have few, and all together many. */
function joined({ accountId, status, sender }: ReportColumns, from: Sql, where: Sql): Sql {
  return sql`from ${from} cross join lateral (
        select * from webhook_endpoints e
        where e.account_id = ${accountId} and ${listensToReport(status, sender)} offset 0) e where ${where}`;
}

function bodyOf({ messageId, status, statusCode, at, ...columns }: ReportColumns): Sql {
  return sql`report_body(${messageId}, ${status}::text, ${statusCode}, ${at}, ${columns.carrier}, ${columns.carrierReference},
        ${columns.customerMessageId}, ${columns.blockedReason})`;
}
