import { hasKey, type Sql, sql } from "@/lib/db/sql";
import type { EndpointKey, WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/**
 * Sets the URL of an account's endpoints without a history. Returns a row for each endpoint that changed: the URL is
 * new, or the endpoint was paused. An unchanged endpoint keeps its history. Otherwise an integration that registers
 * at every start would never be paused.
 */
export function setUrlStatement(
  accountId: number,
  kinds: readonly WebhookKind[],
  url: string,
  now: Date,
): Sql {
  return sql`
    insert into webhook_endpoints as e (account_id, kind, url, registered_at)
    select ${accountId}, kind, ${url}, ${now}::timestamptz from unnest(${kinds}::webhook_kind[]) as k (kind) order by kind
    on conflict (account_id, kind, number) do update
      set url = excluded.url, registered_at = excluded.registered_at, failing_since = null, paused_at = null,
        answered_at = null, timed_out = false
      where e.url <> excluded.url or e.paused_at is not null
    returning kind`;
}

/** Returns the condition of an endpoint's deliveries, for events that were kept while it was paused. */
export function keptFor({ accountId, kind, number }: EndpointKey): Sql {
  return sql`w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind and w.number = ${number}`;
}

/** The condition of kept events whose endpoint is not paused. */
export const STRANDED = sql`exists (select 1 from webhook_endpoints e
  where e.account_id = w.account_id and e.kind = w.kind and e.number = w.number and e.paused_at is null)`;

/** Makes up to `limit` kept events due. Returns a row for each. */
export function makeDueStatement(which: Sql, limit: number, now: Date): Sql {
  return sql`
    with kept as (
      select w.id from webhook_deliveries w
      where w.state = 'pending' and w.due_at is null and ${which}
      order by w.account_id, w.kind, w.number, w.created_at limit ${limit} for update skip locked
    )
    update webhook_deliveries w set due_at = ${now}::timestamptz
    from kept where ${hasKey(sql`w.id`, sql`kept.id`)} returning 1`;
}

/**
 * Keeps up to `limit` events that are due at a paused endpoint, and returns a row for each. They were due when it was
 * paused, or waited for another attempt. An event that a worker has leased is due later.
 */
export function keepStatement(limit: number, now: Date): Sql {
  return sql`
    with due as (
      select w.id from (select account_id, kind, number from webhook_endpoints where paused_at is not null) e
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.account_id = e.account_id and d.kind = e.kind and d.number = e.number and d.due_at <= ${now}::timestamptz
        order by d.due_at, d.id limit ${limit} for update skip locked) w
      limit ${limit}
    )
    update webhook_deliveries w set due_at = null
    from due where ${hasKey(sql`w.id`, sql`due.id`)} returning 1`;
}
