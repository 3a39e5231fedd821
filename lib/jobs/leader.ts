import { processWide } from "@/lib/process-wide";

const announced = processWide("gatewayHasLeader", () => false);

/** Says that one process of this server is told to do what is done once, and does it by itself (`server/workers/leader`). */
export function announceLeader(): void {
  announced.value = true;
}

/** Whether what a server does once is started by its leader, and not with every process. */
export function hasLeader(): boolean {
  return announced.value;
}
