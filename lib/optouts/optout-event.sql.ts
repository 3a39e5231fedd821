import { type Sql, sql } from "@/lib/db/sql";

/** The origin of a change: a message of the phone, or the account by hand. */
export type ChangedBy = "message" | "hand";

/**
 * Returns the part of a statement that inserts events of changed blocks for further webhook endpoints
 * (rules: opt-out event). It is an `insert`, to be a data-modifying `with` of the statement that changes the blocks.
 * It inserts no row for an account without such endpoints.
 * @param changed a `with` of the statement that has `account_id`, `msisdn`, `active`, `keyword` and `shortcode`.
 */
export function enqueueOptOuts(changed: Sql, by: ChangedBy, now: Date): Sql {
  return sql`
      insert into webhook_deliveries (id, account_id, kind, number, event_type, body, created_at, due_at)
      select uuid_v7(${now}::timestamptz), c.account_id, e.kind, e.number, 'optout.changed',
        json_strip_nulls(json_build_object(
          'type', 'optout',
          'number', c.msisdn,
          'active', c.active,
          'keyword', c.keyword,
          'by', ${by}::text,
          'shortcode', c.shortcode,
          'timestamp', floor(extract(epoch from ${now}::timestamptz))::bigint))::text,
        ${now}::timestamptz, case when e.paused_at is null then ${now}::timestamptz end
      from ${changed} c join webhook_endpoints e on e.account_id = c.account_id and e.kind = 'further'
        and 'optout.changed' = any(e.event_types)
      returning 1`;
}
