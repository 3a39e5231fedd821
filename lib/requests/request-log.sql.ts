import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Columns of requests, each as an array in PostgreSQL's text. */
export type RequestColumns = Record<
  | "id"
  | "requestId"
  | "accountId"
  | "at"
  | "method"
  | "path"
  | "status"
  | "errorCode"
  | "error"
  | "durationMs"
  | "credential"
  | "apiKeyId"
  | "address"
  | "parameters"
  | "messageId",
  string
>;

/** Writes requests to the log. */
export function insertRequestsStatement(rows: RequestColumns): Sql {
  return prepared(
    "requests-insert",
    sql`
    insert into api_requests (id, request_id, account_id, at, method, path, status, error_code, error, duration_ms,
      credential, api_key_id, address, parameters, message_id)
    select * from unnest(${rows.id}::uuid[], ${rows.requestId}::uuid[], ${rows.accountId}::int[],
      ${rows.at}::timestamptz[], ${rows.method}::text[], ${rows.path}::text[], ${rows.status}::smallint[],
      ${rows.errorCode}::text[], ${rows.error}::text[], ${rows.durationMs}::int[], ${rows.credential}::text[],
      ${rows.apiKeyId}::uuid[], ${rows.address}::text[], ${rows.parameters}::text[], ${rows.messageId}::uuid[])`,
  );
}
