import { HOME_CELL } from "@/lib/cell-numbers";
import type { Queryable } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";
import type { Promised } from "@/lib/webhooks/delivery/attempt-slots";
import { type HandedOver, NO_PLACES, type PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/** Who delivers the events that statements of this process write: the pump of its jobs. */
export type EventTaker = {
  /** Promises places for events that are about to be written, and the lease that these are to have. */
  promise(kind: WebhookKind, now: Date): Promised & { lease: Date };
  /** Begins attempts at events that were written with this lease, after their commit. */
  take(kind: WebhookKind, handed: readonly HandedOver[], times: { lease: Date; now: Date }): void;
};

const takers = processWide("gatewayEventTakers", () => new Map<number, EventTaker>());

/** Names who delivers a cell's events of this process, or nobody: then they wait for a claim. */
export function setEventTaker(given: EventTaker | undefined, cell = HOME_CELL): void {
  if (given) takers.value.set(cell, given);
  else takers.value.delete(cell);
}

/**
 * Has events that are written here delivered without a claim (rules: webhook fairness). Should the process die after the
 * commit, they are due when their lease ends.
 * @param db where they are written.
 * @param write writes the events, and commits; those that have a place with the lease.
 */
export async function handOver<Result extends { handed: readonly HandedOver[] }>(
  db: Queryable,
  kind: WebhookKind,
  now: Date,
  write: (promised: PromisedPlaces) => Promise<Result>,
): Promise<Result> {
  const existing = takers.value.get(db.cell);
  if (existing === undefined) return write(NO_PLACES);
  const startedAt = performance.now();
  const { lease, places, release } = existing.promise(kind, now);
  try {
    const result = await write({ lease, places });
    const tookMs = performance.now() - startedAt;
    release();
    existing.take(kind, result.handed, { lease, now: new Date(now.getTime() + tookMs) });
    return result;
  } finally {
    release();
  }
}
