import { tryAfterCommit } from "@/lib/db/after-commit";
import type { Database, Queryable } from "@/lib/db/client";
import { hasKey, type Sql, sql } from "@/lib/db/sql";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";

/**
 * Names the URL that an account's events of some kinds go to (rules: webhook registration). A new URL has no past:
 * failures of the one before are forgotten, and what was kept while it was paused goes out.
 * @param url as `parseWebhookUrl` has approved it.
 */
export async function registerWebhook(
  db: Database,
  accountId: number,
  kinds: readonly WebhookKind[],
  url: string,
  now: Date,
): Promise<void> {
  await nameUrl(db, accountId, kinds, url, now);
  await requeue(db, accountId, kinds, now);
}

/** The part of `registerWebhook` that is one commit: `requeue` is to follow it. */
export async function nameUrl(
  db: Queryable,
  accountId: number,
  kinds: readonly WebhookKind[],
  url: string,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into webhook_endpoints (account_id, kind, url, registered_at)
    select ${accountId}, kind, ${url}, ${now}::timestamptz from unnest(${kinds}::webhook_kind[]) as k (kind) order by kind
    on conflict (account_id, kind) do update
      set url = excluded.url, registered_at = excluded.registered_at, failing_since = null, paused_at = null,
        answered_at = null, timed_out = false`);
}

/**
 * Lets events go to a paused endpoint again, the kept ones first (rules: paused webhooks).
 * @returns whether there was one to resume.
 */
export async function resumeWebhook(
  db: Database,
  accountId: number,
  kind: WebhookKind,
  now: Date,
): Promise<boolean> {
  const resumed = await openAgain(db, accountId, kind);
  await requeue(db, accountId, [kind], now);
  return resumed;
}

/** The part of `resumeWebhook` that is one commit: `requeue` is to follow it. */
export async function openAgain(db: Queryable, accountId: number, kind: WebhookKind): Promise<boolean> {
  const resumed = await db.query(sql`
    update webhook_endpoints set failing_since = null, paused_at = null, answered_at = null, timed_out = false
    where account_id = ${accountId} and kind = ${kind}::webhook_kind and paused_at is not null returning 1`);
  return resumed.length > 0;
}

const BATCH = 1_000;

/**
 * Puts events on their way that were kept while their endpoint was paused, a thousand at a time. It never throws, since
 * it follows a commit: where it fails, or the server ends first, `sendStranded` does it.
 */
export async function requeue(
  db: Database,
  accountId: number,
  kinds: readonly WebhookKind[],
  now: Date,
): Promise<void> {
  const send = async () => {
    for (const kind of kinds)
      await makeDue(db, sql`w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind`, now);
  };
  await tryAfterCommit(send, undefined, "kept events wait for the sweep");
}

/**
 * Puts events on their way that were kept although their endpoint is not paused: written while it was being resumed,
 * or left behind by a server that ended. For the sweep.
 */
export async function sendStranded(db: Database, now: Date): Promise<void> {
  const open = sql`exists (select 1 from webhook_endpoints e
    where e.account_id = w.account_id and e.kind = w.kind and e.paused_at is null)`;
  await makeDue(db, open, now);
}

async function makeDue(db: Database, which: Sql, now: Date): Promise<void> {
  for (let moved = BATCH; moved === BATCH; ) {
    const rows = await db.query(sql`
      with kept as (
        select w.id from webhook_deliveries w
        where w.state = 'pending' and w.due_at is null and ${which}
        order by w.account_id, w.kind, w.created_at limit ${BATCH} for update skip locked
      )
      update webhook_deliveries w set due_at = ${now}::timestamptz
      from kept where ${hasKey(sql`w.id`, sql`kept.id`)} returning 1`);
    moved = rows.length;
  }
}
