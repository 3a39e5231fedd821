import { type Sql, sql } from "@/lib/db/sql";
import { listensToReport, REPORT_TYPE } from "@/lib/webhooks/endpoint/listens.sql";

/** The columns of a statement that a report is built from, as expressions. */
export type ReportColumns = {
  accountId: Sql;
  messageId: Sql;
  status: Sql;
  statusCode: Sql;
  at: Sql;
  carrier: Sql;
  carrierReference: Sql;
  /** The shortcode that the message was sent from. */
  sender: Sql;
  customerMessageId: Sql;
  blockedReason: Sql;
};

/**
 * Returns the part of a statement that enqueues delivery reports (rules: report event) for the accounts that want
 * them. It is an `insert`, to be a data-modifying `with` of the statement that makes the report true, so that both
 * are committed together. The body is written here once, and every attempt sends these bytes.
 * @param from tables or `with`s of the statement that have the columns.
 * @param where the condition of their rows.
 */
export function enqueueReports(columns: ReportColumns, from: Sql, where: Sql, now: Date): Sql {
  return sql`
    insert into webhook_deliveries (id, account_id, kind, number, event_type, message_id, body, created_at, due_at)
    select uuid_v7(${now}::timestamptz), ${columns.accountId}, e.kind, e.number, ${REPORT_TYPE}, ${columns.messageId},
      ${bodyOf(columns)}, ${now}::timestamptz, case when e.paused_at is null then ${now}::timestamptz end
    ${joined(columns, from, where)}`;
}

/**
 * Looks up endpoints row by row, by the first column of their key: one account has few, and all accounts have many.
 */
function joined({ accountId, status, sender }: ReportColumns, from: Sql, where: Sql): Sql {
  return sql`from ${from} cross join lateral (
        select * from webhook_endpoints e
        where e.account_id = ${accountId} and ${listensToReport(status, sender)} offset 0) e where ${where}`;
}

function bodyOf({ messageId, status, statusCode, at, ...columns }: ReportColumns): Sql {
  return sql`report_body(${messageId}, ${status}::text, ${statusCode}, ${at}, ${columns.carrier}, ${columns.carrierReference},
        ${columns.customerMessageId}, ${columns.blockedReason})`;
}
