import { type Sql, sql } from "@/lib/db/sql";

/** Where a statement has what is told of a message: column expressions. */
export type ReportColumns = {
  accountId: Sql;
  messageId: Sql;
  status: Sql;
  statusCode: Sql;
  at: Sql;
  carrier: Sql;
  carrierReference: Sql;
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
  const { accountId, messageId, status, statusCode, at } = columns;
  return sql`
    insert into webhook_deliveries (id, account_id, kind, message_id, body, created_at, due_at)
    select uuid_v7(${now}::timestamptz), ${accountId}, 'report', ${messageId},
      json_strip_nulls(json_build_object(
        'type', 'dlr',
        'messageId', ${messageId},
        'gatewayMessageId', ${messageId},
        'status', ${status},
        'statusCode', ${statusCode},
        'timestamp', floor(extract(epoch from ${at}))::bigint,
        'details', json_build_object(
          'smsc', coalesce(${columns.carrier}, 'gateway'), 'smscid', coalesce(${columns.carrierReference}, '')),
        'customerMessageId', ${columns.customerMessageId},
        'blockedReason', ${columns.blockedReason}
      ))::text,
      ${now}::timestamptz,
      case when e.paused_at is null then ${now}::timestamptz end
    from ${from} join webhook_endpoints e on e.account_id = ${accountId} and e.kind = 'report'
    where ${where}
    returning 1`;
}
