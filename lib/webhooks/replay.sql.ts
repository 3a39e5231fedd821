import { hasKey, NOTHING, type Sql, sql } from "@/lib/db/sql";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";
import { isFor } from "@/lib/webhooks/endpoint/endpoint-key.sql";

/**
 * The events of an account that a replay sends again: those since a time. With `all` it includes those that arrived,
 * and with `endpoint` only those of one endpoint.
 */
export type Replay = {
  accountId: number;
  since: Date;
  all: boolean;
  endpoint?: Pick<EndpointKey, "kind" | "number"> | undefined;
};

/** Starts a full set of attempts, and adds the previous number to the earlier attempts. */
const BEGUN_ANEW = sql`state = 'pending', earlier_attempts = earlier_attempts + attempts, attempts = 0`;

/** Sends one delivery of an account again. Returns a row if it exists. */
export function resendStatement(accountId: number, id: string, now: Date): Sql {
  return sql`
    update webhook_deliveries set ${BEGUN_ANEW}, due_at = ${now}::timestamptz
    where id = ${id}::uuid and account_id = ${accountId} returning 1`;
}

/** The current destination of a delivery: `url` is null without an endpoint. */
export type DestinationRow = { url: string | null; pausedAt: Date | null };

/** Reads the current destination of an account's delivery, as `DestinationRow`. */
export function destinationStatement(accountId: number, id: string): Sql {
  return sql`
    select e.url, e.paused_at as "pausedAt" from webhook_deliveries w
    left join webhook_endpoints e on e.account_id = w.account_id and e.kind = w.kind and e.number = w.number
    where w.id = ${id}::uuid and w.account_id = ${accountId}`;
}

/**
 * Returns the condition of a replay. It excludes events that are already due, and events whose endpoint is missing or
 * paused.
 */
function replayable({ accountId, since, all, endpoint }: Replay, now: Date): Sql {
  return sql`w.account_id = ${accountId} and w.created_at >= ${since}
    ${endpoint ? sql`and ${isFor(endpoint)}` : NOTHING}
    and (${all} or w.state <> 'delivered') and (w.due_at is null or w.due_at > ${now})
    and exists (select 1 from webhook_endpoints e
      where e.account_id = w.account_id and e.kind = w.kind and e.number = w.number and e.paused_at is null)`;
}

/** Returns one row if an endpoint of an account is paused. */
export function isPausedStatement(
  accountId: number,
  { kind, number }: Pick<EndpointKey, "kind" | "number">,
): Sql {
  return sql`
    select 1 from webhook_endpoints
    where account_id = ${accountId} and kind = ${kind}::webhook_kind and number = ${number} and paused_at is not null`;
}

/** Counts the events that a replay would send again, up to `most`: one row, `events`. */
export function countReplayableStatement(replay: Replay, most: number, now: Date): Sql {
  return sql`
    select count(*)::int as events from (
      select 1 from webhook_deliveries w where ${replayable(replay, now)} limit ${most}) counted`;
}

/** Sends up to `limit` events of a replay again, in the order of ids after `after`. Returns their ids. */
export function replayStatement(replay: Replay, after: string, limit: number, now: Date): Sql {
  return sql`
    with chosen as (
      select w.id from webhook_deliveries w
      where ${replayable(replay, now)} and w.id > ${after}::uuid
      order by w.id limit ${limit} for update of w
    )
    update webhook_deliveries w set ${BEGUN_ANEW}, due_at = ${now}::timestamptz
    from chosen where ${hasKey(sql`w.id`, sql`chosen.id`)}
    returning w.id`;
}
