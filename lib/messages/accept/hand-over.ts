import { processWide } from "@/lib/process-wide";
import type { Leased } from "@/lib/queue/leased";

/**
 * Who hands to the carrier what this process has just accepted, without looking for it in the queue:
 * `lib/jobs/hand-over` in a Node server. It has a lease on each message, as a worker has on what it claimed.
 */
export type HandOver = {
  /** Whether so many messages more would soon have their turn. */
  hasRoomFor(messages: number): boolean;
  take(messages: readonly Leased[]): void;
};

const current = processWide<HandOver | undefined>("gatewayHandOver", () => undefined);

/** Names who hands over in this process, or nobody: then everything waits in the queue for `dispatch`. */
export function setHandOver(handOver: HandOver | undefined): void {
  current.value = handOver;
}

/** Who hands over in this process. */
export function currentHandOver(): HandOver | undefined {
  return current.value;
}
