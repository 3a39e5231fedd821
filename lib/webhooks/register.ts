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

/** The events that go to a URL. */
export type EndpointKinds = WebhookKind | "both";

/**
 * Sets the URL for an account's events (rules: webhook registration). A new URL has no history: failures of the
 * previous one do not count. Events that were kept while the endpoint was paused are sent after the commit.
 * @param url a URL that `parseWebhookUrl` has approved.
 * @returns the details for the account's activity, or null if nothing changed.
 */
export async function setWebhookUrl(
  tx: Transaction,
  accountId: number,
  { kind, url }: { kind: EndpointKinds; url: URL },
  now: Date,
): Promise<Details | null> {
  const kinds = kind === "both" ? (["inbound", "report"] as const) : ([kind] as const);
  // Events of an earlier, removed endpoint may not be ended yet. They must not go to the new URL.
  for (const each of kinds) await endEvents(tx, endpointOf(accountId, each));
  const changed = await tx.query(setUrlStatement(accountId, kinds, url.href, now));
  requeueAfterCommit(
    tx,
    kinds.map((each) => endpointOf(accountId, each)),
    now,
  );
  // The path or the query string may contain a token, so only the origin is recorded.
  return changed.length === 0 ? null : { kind, host: url.origin };
}

/**
 * Resumes a paused endpoint, and sends the kept events first (rules: paused webhooks).
 * @throws GatewayError `conflict` if it is not paused.
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
 * Makes events due that were kept while their endpoint was paused. If it fails, or the server ends first,
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
 * Makes kept events due whose endpoint is not paused. They were written while it was being resumed, or a server ended
 * before it made them due. For the sweep.
 */
export async function sendStranded(db: Queryable, now: Date): Promise<void> {
  const moved = await makeDue(db, STRANDED, now);
  if (moved > 0) db.wake("webhooks");
}

/**
 * Keeps the events that are due at a paused endpoint (rules: paused webhooks). No worker claims them, so they would
 * seem overdue. If the endpoint is resumed meanwhile, `sendStranded` finds the events. For the sweep.
 */
export async function keepPaused(db: Queryable, now: Date): Promise<void> {
  for (let kept = BATCH; kept === BATCH; ) kept = (await db.query(keepStatement(BATCH, now))).length;
}

const BATCH = 1_000;

/** Makes events due, a thousand at a time. @returns the number of events. */
async function makeDue(db: Queryable, which: Sql, now: Date): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await db.query(makeDueStatement(which, BATCH, now));
    total += length;
    if (length < BATCH) return total;
  }
}
