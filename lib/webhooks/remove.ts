import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";
import { countWaitingStatement, endStatement, orphansStatement, WAITING } from "@/lib/webhooks/remove.sql";

const BATCH = 1_000;

/** What stands at events that nobody takes any more. */
export const REMOVED = "The webhook was removed before this event had arrived.";

/**
 * Takes an account's endpoint away (rules: webhook registration). From then on events of its kind are not
 * written. Those that had not arrived fail after the commit. A URL that is named later begins without a past,
 * and gets them by a replay alone.
 * @returns how many events had not arrived.
 * @throws GatewayError `not_found` where there was no endpoint.
 */
export async function removeWebhook(tx: Transaction, endpoint: EndpointKey): Promise<number> {
  const { count } = await tx.prisma.webhookEndpoint.deleteMany({ where: endpoint });
  if (count === 0) throw new GatewayError("not_found", "There is no such webhook.");
  const [waiting] = await tx.query<{ events: number }>(countWaitingStatement(endpoint));
  tx.afterCommit((db) => endEvents(db, endpoint), "events of a removed webhook wait for the sweep");
  return waiting?.events ?? 0;
}

/**
 * Ends the events that wait for an account's endpoint, a thousand at a time, where it is not there.
 * It passes over what a worker has locked at this moment. It misses what is committed after the removal by a
 * transaction that began before it. `endOrphans` finds both, and what a server that ended has left; so does who names
 * a URL before that.
 */
export async function endEvents(db: Queryable, endpoint: EndpointKey): Promise<void> {
  for (const which of WAITING) {
    for (let ended = BATCH; ended === BATCH; )
      ended = (await db.query(endStatement(endpoint, which, BATCH, REMOVED))).length;
  }
}

/**
 * Ends events that wait for an endpoint that is not there: without it no worker claims them, and they would be pending
 * for ever. For the sweep.
 */
export async function endOrphans(db: Queryable): Promise<void> {
  const orphans = await db.query<EndpointKey>(orphansStatement());
  for (const orphan of orphans) await endEvents(db, orphan);
}
