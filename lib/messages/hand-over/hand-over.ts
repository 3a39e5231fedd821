import { HOME_CELL } from "@/lib/cell-numbers";
import { processWide } from "@/lib/process-wide";
import type { LeasedMessage } from "@/lib/queue/leased";

/** Hands messages that this process has accepted to their carriers, without a claim. Each message has a lease. */
export type HandOver = {
  /** Reserves room for due messages of a carrier. @returns the number of messages with room; the others wait in the queue. */
  reserve(carrierId: number, messages: number): number;
  /** Takes leased messages of a carrier, in room that was reserved. */
  take(carrierId: number, messages: readonly LeasedMessage[]): void;
  /** Releases room of messages that were not accepted. */
  release(carrierId: number, messages: number): void;
};

const current = processWide("gatewayHandOver", () => new Map<number, HandOver>());

/** Sets the hand-over of a cell in this process. Without one, all messages wait in the queue for `dispatch`. */
export function setHandOver(handOver: HandOver | undefined, cell = HOME_CELL): void {
  if (handOver) current.value.set(cell, handOver);
  else current.value.delete(cell);
}

/** Returns the hand-over of a cell in this process. */
export function currentHandOver(cell: number): HandOver | undefined {
  return current.value.get(cell);
}
