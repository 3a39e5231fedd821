// Next bundles instrumentation and each route apart: what is true of the process is not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayHasDriver?: boolean };

/** Says that one process of this server is told to do what is done once, and does it by itself (`server/workers/driver`). */
export function announceDriver(): void {
  holder.gatewayHasDriver = true;
}

/** Whether what a server does once is started by its driver, and not with every process. */
export function hasDriver(): boolean {
  return holder.gatewayHasDriver === true;
}
