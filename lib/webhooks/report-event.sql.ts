import { type Sql, sql } from "@/lib/db/sql";
import { NO_PLACES, type PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";

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
  return enqueueLeased(columns, { from, where }, now, NO_PLACES);
}

/**
 * `enqueueReports` for a process that delivers events. Those that have a place are written with its lease, as if they had
 * been claimed; `handedOver` gives them.
 * @param rows of the statement that have the columns.
 */
export function enqueueLeased(
  columns: ReportColumns,
  rows: { from: Sql; where: Sql },
  now: Date,
  { lease, places }: PromisedPlaces,
): Sql {
  const { accountId, messageId, status, statusCode, at } = columns;
  return sql`
    insert into webhook_deliveries (id, account_id, kind, message_id, body, created_at, due_at, attempts)
    select uuid_v7(${now}::timestamptz), t.account_id, 'report', t.message_id, t.body, ${now}::timestamptz,
      case when t.number <= t.places then ${lease}::timestamptz when not t.is_paused then ${now}::timestamptz end,
      (t.number <= t.places)::int
    from (
      select ${accountId} as account_id, ${messageId} as message_id, e.paused_at is not null as is_paused,
        row_number() over (partition by ${accountId}) as number,
        case when e.failing_since is null
          then coalesce((${JSON.stringify(places)}::jsonb ->> ${accountId}::text)::int, 0) else 0 end as places,
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
        ))::text as body
      from ${rows.from} join webhook_endpoints e on e.account_id = ${accountId} and e.kind = 'report'
      where ${rows.where}) t
    returning id, account_id, attempts, body`;
}
