import { hasKey, type Sql, sql } from "@/lib/db/sql";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";

const IS_DUE = sql`w.due_at is not null`;
const IS_KEPT = sql`w.state = 'pending' and w.due_at is null`;

/** The conditions of waiting events, as the partial indexes have them. */
export const WAITING: readonly Sql[] = [IS_DUE, IS_KEPT];

/** Counts the events that wait for an account's endpoint: one row, `events`. */
export function countWaitingStatement({ accountId, kind, number }: EndpointKey): Sql {
  const waiting = (which: Sql) => sql`
    select 1 from webhook_deliveries w
    where w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind and w.number = ${number} and ${which}`;
  return sql`select count(*)::int as events from (${waiting(IS_DUE)} union all ${waiting(IS_KEPT)}) waiting`;
}

/**
 * Ends up to `limit` events that wait for a missing endpoint. Returns a row for each.
 * @param which one of `WAITING`.
 * @param error the error that the deliveries get.
 */
export function endStatement(
  { accountId, kind, number }: EndpointKey,
  which: Sql,
  limit: number,
  error: string,
): Sql {
  return sql`
    with waiting as (
      select w.id from webhook_deliveries w
      where w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind and w.number = ${number} and ${which}
        and not exists (
          select 1 from webhook_endpoints e
          where e.account_id = ${accountId} and e.kind = ${kind}::webhook_kind and e.number = ${number})
      limit ${limit} for update of w skip locked
    )
    update webhook_deliveries w set state = 'failed', due_at = null, error = ${error}
    from waiting where ${hasKey(sql`w.id`, sql`waiting.id`)} returning 1`;
}

/** Reads the keys of missing endpoints with waiting events. It looks up each endpoint once, and not its events. */
export function orphansStatement(): Sql {
  return sql`
    with recursive due as (${first(IS_DUE)} union all ${next(sql`due`, IS_DUE)}),
      kept as (${first(IS_KEPT)} union all ${next(sql`kept`, IS_KEPT)})
    select w.account_id as "accountId", w.kind, w.number from (select * from due union select * from kept) w
    where not exists (select 1 from webhook_endpoints e
      where e.account_id = w.account_id and e.kind = w.kind and e.number = w.number)
    order by w.account_id, w.kind, w.number`;
}

/** Reads the first endpoint with such events from their index. */
function first(which: Sql): Sql {
  return sql`(select w.account_id, w.kind, w.number from webhook_deliveries w where ${which}
    order by w.account_id, w.kind, w.number limit 1)`;
}

/** Reads the endpoint after the last one of `list`. */
function next(list: Sql, which: Sql): Sql {
  return sql`select n.account_id, n.kind, n.number from ${list} p cross join lateral (
    select w.account_id, w.kind, w.number from webhook_deliveries w
    where ${which} and (w.account_id, w.kind, w.number) > (p.account_id, p.kind, p.number)
    order by w.account_id, w.kind, w.number limit 1) n`;
}
