import type { Details } from "@/lib/activity/record-activity";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { type EndpointKey, endpointOf, type WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";
import {
  keepStatement,
  keptFor,
  makeDueStatement,
  STRANDED,
  setUrlStatement,
} from "@/lib/webhooks/register.sql";
import { endEvents } from "@/lib/webhooks/remove";

/** Which events go to a URL. */
export type EndpointKinds = WebhookKind | "both";

/**
 * Names the URL that an account's events go to (rules: webhook registration). A new URL has no past: failures
 * of the one before do not count. Events that were kept while it was paused go out after the commit.
 * @param url as `parseWebhookUrl` has approved it.
 * @returns what the account's activity says of it; null where nothing changed.
 */
export async function setWebhookUrl(
  tx: Transaction,
  accountId: number,
  { kind, url }: { kind: EndpointKinds; url: URL },
  now: Date,
): Promise<Details | null> {
  const kinds = kind === "both" ? (["inbound", "report"] as const) : ([kind] as const);
  // Where an endpoint was removed, and what waited for it is not ended yet: it is not for the new URL.
  for (const each of kinds) await endEvents(tx, endpointOf(accountId, each));
  const changed = await tx.query(setUrlStatement(accountId, kinds, url.href, now));
  requeueAfterCommit(
    tx,
    kinds.map((each) => endpointOf(accountId, each)),
    now,
  );
  // Receivers may know us by a token in the path or the query string.
  return changed.length === 0 ? null : { kind, host: url.origin };
}

/**
 * Lets events go to a paused endpoint again, the kept ones first (rules: paused webhooks).
 * @throws GatewayError `conflict` where it is not paused.
 */
export async function resumeWebhook(tx: Transaction, endpoint: EndpointKey, now: Date): Promise<void> {
  const { count } = await tx.prisma.webhookEndpoint.updateMany({
    where: { ...endpoint, pausedAt: { not: null } },
    data: { failingSince: null, pausedAt: null, pausedByHand: false, answeredAt: null, timedOut: false },
  });
  if (count === 0) throw new GatewayError("conflict", "This webhook is not paused.");
  requeueAfterCommit(tx, [endpoint], now);
}

/**
 * Puts events on their way that were kept while their endpoint was paused. Where it fails, or the server ends first,
 * `sendStranded` does it.
 */
export function requeueAfterCommit(tx: Transaction, endpoints: readonly EndpointKey[], now: Date): void {
  const requeue = async (db: Database) => {
    for (const endpoint of endpoints) await makeDue(db, keptFor(endpoint), now);
  };
  tx.afterCommit(requeue, "kept events wait for the sweep");
  tx.wake("webhooks");
}

/**
 * Puts events on their way that were kept although their endpoint is not paused. They were written while it
 * was being resumed, or left behind by a server that ended. For the sweep.
 */
export async function sendStranded(db: Queryable, now: Date): Promise<void> {
  const moved = await makeDue(db, STRANDED, now);
  if (moved > 0) db.wake("webhooks");
}

/**
 * Keeps the events that are due at a paused endpoint (rules: paused webhooks): nobody claims them, so that they would seem
 * overdue until it is resumed. For the sweep; where it is being resumed meanwhile, `sendStranded` finds them.
 */
export async function keepPaused(db: Queryable, now: Date): Promise<void> {
  for (let kept = BATCH; kept === BATCH; ) kept = (await db.query(keepStatement(BATCH, now))).length;
}

const BATCH = 1_000;

/** Makes events due, a thousand at a time. @returns how many there were. */
async function makeDue(db: Queryable, which: Sql, now: Date): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await db.query(makeDueStatement(which, BATCH, now));
    total += length;
    if (length < BATCH) return total;
  }
}
