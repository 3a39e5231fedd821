import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";
import { countWaitingStatement, endStatement, orphansStatement, WAITING } from "@/lib/webhooks/remove.sql";

const BATCH = 1_000;

/** The error of events whose endpoint was removed. */
export const REMOVED = "The webhook was removed before this event had arrived.";

/**
 * Removes an account's endpoint (rules: webhook registration). Events of its kind are no longer written. Events that
 * have not arrived fail after the commit. A URL that is set later has no history, and gets these events only by a
 * replay.
 * @returns the number of events that had not arrived.
 * @throws GatewayError `not_found` if there was no endpoint.
 */
export async function removeWebhook(tx: Transaction, endpoint: EndpointKey): Promise<number> {
  const { count } = await tx.prisma.webhookEndpoint.deleteMany({ where: endpoint });
  if (count === 0) throw new GatewayError("not_found", "There is no such webhook.");
  const [waiting] = await tx.query<{ events: number }>(countWaitingStatement(endpoint));
  tx.afterCommit((db) => endEvents(db, endpoint), "events of a removed webhook wait for the sweep");
  return waiting?.events ?? 0;
}

/**
 * Ends the events that wait for a missing endpoint, a thousand at a time. It skips rows that a worker has locked. It
 * misses events that an older transaction commits after the removal. `endOrphans` ends both, and the rest that a
 * stopped server left. Setting a new URL ends them too.
 */
export async function endEvents(db: Queryable, endpoint: EndpointKey): Promise<void> {
  for (const which of WAITING) {
    for (let ended = BATCH; ended === BATCH; )
      ended = (await db.query(endStatement(endpoint, which, BATCH, REMOVED))).length;
  }
}

/**
 * Ends events that wait for missing endpoints: no worker claims such events, so they would be pending for ever. For
 * the sweep.
 */
export async function endOrphans(db: Queryable): Promise<void> {
  const orphans = await db.query<EndpointKey>(orphansStatement());
  for (const orphan of orphans) await endEvents(db, orphan);
}
