// Next bundles instrumentation and each route apart: what is true of the process is not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayHasLeader?: boolean };

/** Says that one process of this server is told to do what is done once, and does it by itself (`server/workers/leader`). */
export function announceLeader(): void {
  holder.gatewayHasLeader = true;
}

/** Whether what a server does once is started by its leader, and not with every process. */
export function hasLeader(): boolean {
  return holder.gatewayHasLeader === true;
}
