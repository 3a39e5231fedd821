import { HOME_CELL } from "@/lib/cell-numbers";
import { processWide } from "@/lib/process-wide";
import type { Leased } from "@/lib/queue/leased";

/**
 * Hands messages that this process has accepted to their carriers, without a claim: `lib/jobs/hand-over` in a Node server. It has
 * a lease on each message, as a worker has.
 */
export type HandOver = {
  /** Reserves room for due messages of a carrier, and returns for how many. Messages without room wait in the queue. */
  reserve(carrierId: number, messages: number): number;
  /** Takes leased messages of a carrier, in room that was reserved. */
  take(carrierId: number, messages: readonly Leased[]): void;
  /** Releases room of messages that were not accepted. */
  release(carrierId: number, messages: number): void;
};

const current = processWide("gatewayHandOver", () => new Map<number, HandOver>());

/** Sets what hands over a cell's messages in this process; without it, all of them wait in the queue for `dispatch`. */
export function setHandOver(handOver: HandOver | undefined, cell = HOME_CELL): void {
  if (handOver) current.value.set(cell, handOver);
  else current.value.delete(cell);
}

/** What hands over a cell's messages in this process; undefined for nothing. */
export function currentHandOver(cell: number): HandOver | undefined {
  return current.value.get(cell);
}
