import type { Queryable } from "@/lib/db/client";
import { hasKey, type Sql, sql } from "@/lib/db/sql";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";

const BATCH = 1_000;

/** What stands at events that nobody takes any more. */
export const REMOVED = "The webhook was removed before this event had arrived.";

const IS_DUE = sql`w.due_at is not null`;
const IS_KEPT = sql`w.state = 'pending' and w.due_at is null`;

/**
 * Takes an account's endpoint away (rules: webhook registration). From then on events of its kind are not written any
 * more. Those that had not arrived have failed: a URL that is named later begins without a past, and gets them by a
 * replay alone. This is the part that is one commit; `endEvents` is to follow it.
 * @returns how many events had not arrived, or null where there was no endpoint.
 */
export async function removeWebhook(
  db: Queryable,
  accountId: number,
  kind: WebhookKind,
): Promise<number | null> {
  const removed = await db.query(sql`
    delete from webhook_endpoints where account_id = ${accountId} and kind = ${kind}::webhook_kind returning 1`);
  if (removed.length === 0) return null;
  const [waiting] = await db.query<{ events: number }>(sql`
    select count(*)::int as events from (
      select 1 from webhook_deliveries w
      where w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind and ${IS_DUE}
      union all
      select 1 from webhook_deliveries w
      where w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind and ${IS_KEPT}) waiting`);
  return waiting?.events ?? 0;
}

/**
 * Ends the events that wait for an account's endpoint, a thousand at a time, where it has none of the kind. What a
 * worker has locked at this moment is passed over, as is what a transaction that began before the removal commits
 * after it: those `endOrphans` finds, and what a server that ended has left.
 */
export async function endEvents(db: Queryable, accountId: number, kind: WebhookKind): Promise<void> {
  for (const which of [IS_DUE, IS_KEPT]) {
    for (let ended = BATCH; ended === BATCH; ) {
      const rows = await db.query(endStatement(accountId, kind, which));
      ended = rows.length;
    }
  }
}

/** @param which due or kept ones, as their partial indexes have them. */
function endStatement(accountId: number, kind: WebhookKind, which: Sql): Sql {
  return sql`
    with waiting as (
      select w.id from webhook_deliveries w
      where w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind and ${which}
        and not exists (
          select 1 from webhook_endpoints e where e.account_id = ${accountId} and e.kind = ${kind}::webhook_kind)
      limit ${BATCH} for update of w skip locked
    )
    update webhook_deliveries w set state = 'failed', due_at = null, error = ${REMOVED}
    from waiting where ${hasKey(sql`w.id`, sql`waiting.id`)} returning 1`;
}

/**
 * Ends events that wait for an endpoint that is not there: without it no worker claims them, and they would be
 * pending for ever. For the sweep. It looks at each account and kind with waiting events once, not at the events.
 */
export async function endOrphans(db: Queryable): Promise<void> {
  const orphans = await db.query<{ accountId: number; kind: WebhookKind }>(sql`
    with recursive due as (${first(IS_DUE)} union all ${next(sql`due`, IS_DUE)}),
      kept as (${first(IS_KEPT)} union all ${next(sql`kept`, IS_KEPT)})
    select w.account_id as "accountId", w.kind from (select * from due union select * from kept) w
    where not exists (select 1 from webhook_endpoints e where e.account_id = w.account_id and e.kind = w.kind)
    order by w.account_id, w.kind`);
  for (const { accountId, kind } of orphans) await endEvents(db, accountId, kind);
}

/** The first account and kind with such events, from their index. */
function first(which: Sql): Sql {
  return sql`(select w.account_id, w.kind from webhook_deliveries w where ${which}
    order by w.account_id, w.kind limit 1)`;
}

/** The one behind the last of `list`. */
function next(list: Sql, which: Sql): Sql {
  return sql`select n.account_id, n.kind from ${list} p cross join lateral (
    select w.account_id, w.kind from webhook_deliveries w
    where ${which} and (w.account_id, w.kind) > (p.account_id, p.kind)
    order by w.account_id, w.kind limit 1) n`;
}
