import { log } from "@/lib/log";

// Next bundles each route apart: what was seen is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayUnknownProxy?: boolean };

/**
 * Notes a request that came with `X-Forwarded-For` where no proxy is trusted: if it is a proxy's, all its clients count
 * as one address. Says so once in the log.
 */
export function noteUnknownProxy(): void {
  if (holder.gatewayUnknownProxy) return;
  holder.gatewayUnknownProxy = true;
  log().warn("requests come with X-Forwarded-For: if that is a proxy of yours, set TRUST_PROXY to 1");
}

/** Whether this process has seen such a request. Whoever asks through a proxy has brought one. */
export function sawUnknownProxy(): boolean {
  return holder.gatewayUnknownProxy === true;
}

/** Forgets it, for tests. */
export function resetUnknownProxy(): void {
  holder.gatewayUnknownProxy = false;
}
