import { processWide } from "@/lib/process-wide";
import type { Leased } from "@/lib/queue/leased";

/**
 * Hands messages that this process has accepted to the carrier, without the queue: `lib/jobs/hand-over` in a
 * Node server. It has a lease on each message, as a worker has.
 */
export type HandOver = {
  /** Whether this many more messages would be handed over soon. */
  hasRoomFor(messages: number): boolean;
  take(messages: readonly Leased[]): void;
};

const current = processWide<HandOver | undefined>("gatewayHandOver", () => undefined);

/** Sets what hands over in this process; without it, all messages wait in the queue for `dispatch`. */
export function setHandOver(handOver: HandOver | undefined): void {
  current.value = handOver;
}

/** What hands over in this process; undefined for nothing. */
export function currentHandOver(): HandOver | undefined {
  return current.value;
}
