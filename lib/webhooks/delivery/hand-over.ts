import { HOME_CELL } from "@/lib/cell-numbers";
import type { Queryable } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";
import type { SlotPromise } from "@/lib/webhooks/delivery/attempt-slots";
import { type HandedOver, NO_PLACES, type PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/** The pump that delivers the events that statements of this process write. */
export type EventTaker = {
  /** Promises places for events that are about to be written, and returns their lease. */
  promise(kind: WebhookKind, now: Date): SlotPromise & { lease: Date };
  /** Begins attempts at events that were written with this lease, after their commit. */
  take(kind: WebhookKind, handed: readonly HandedOver[], times: { lease: Date; now: Date }): void;
};

const takers = processWide("gatewayEventTakers", () => new Map<number, EventTaker>());

/** Sets the pump that delivers a cell's events of this process. Without one the events wait for a claim. */
export function setEventTaker(given: EventTaker | undefined, cell = HOME_CELL): void {
  if (given) takers.value.set(cell, given);
  else takers.value.delete(cell);
}

/**
 * Writes events, and delivers them from this process without a claim (rules: webhook fairness). If the process dies
 * after the commit, they are due when their lease ends.
 * @param db the handle that writes them.
 * @param write writes the events and commits. Events with a place get the lease.
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
