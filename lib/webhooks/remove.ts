import type { Database } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import type { WebhookKind } from "@/lib/webhooks/deliver.sql";

const BATCH = 1_000;

/** What stands at events that nobody takes any more. */
export const REMOVED = "The webhook was removed before this event had arrived.";

/**
 * Takes an account's endpoint away. From then on events of its kind are not written any more. Those that had not
 * arrived have failed: a URL that is named later begins without a past, and gets them by a replay alone.
 * @returns how many events that were, or null where there was no endpoint.
 */
export async function removeWebhook(
  db: Database,
  accountId: number,
  kind: WebhookKind,
): Promise<number | null> {
  const removed = await db.query(sql`
    delete from webhook_endpoints where account_id = ${accountId} and kind = ${kind}::webhook_kind returning 1`);
  let ended = 0;
  // Twice: what a worker was just claiming at the first time was locked, and is passed over.
  for (let pass = 0; pass < 2; pass++) {
    ended += await endEvents(db, accountId, kind, sql`w.due_at is not null`);
    ended += await endEvents(db, accountId, kind, sql`w.state = 'pending' and w.due_at is null`);
  }
  return removed.length > 0 ? ended : null;
}

/** @param which due or kept ones, as their partial indexes have them. */
async function endEvents(db: Database, accountId: number, kind: WebhookKind, which: Sql): Promise<number> {
  for (let ended = 0; ; ) {
    const rows = await db.query(sql`
      with waiting as (
        select w.id from webhook_deliveries w
        where w.account_id = ${accountId} and w.kind = ${kind}::webhook_kind and ${which}
        limit ${BATCH} for update skip locked
      )
      update webhook_deliveries w set state = 'failed', due_at = null, error = ${REMOVED}
      from waiting where w.id = waiting.id returning 1`);
    ended += rows.length;
    if (rows.length < BATCH) return ended;
  }
}
