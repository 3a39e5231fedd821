import { processWide } from "@/lib/process-wide";

const announced = processWide("gatewayHasLeader", () => false);

/**
 * Notes that one process of this server is the leader, which starts the work that is done once
 * (`server/workers/leader`).
 */
export function announceLeader(): void {
  announced.value = true;
}

/** Returns whether the leader starts the work that a server does once. Otherwise each process starts it. */
export function hasLeader(): boolean {
  return announced.value;
}
