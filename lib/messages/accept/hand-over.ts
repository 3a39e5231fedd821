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

// Next bundles instrumentation and each route apart: who hands over is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayHandOver?: HandOver | undefined };

/** Names who hands over in this process, or nobody: then everything waits in the queue for `dispatch`. */
export function setHandOver(handOver: HandOver | undefined): void {
  holder.gatewayHandOver = handOver;
}

/** Who hands over in this process. */
export function currentHandOver(): HandOver | undefined {
  return holder.gatewayHandOver;
}
