import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const seen = processWide("gatewayUnknownProxy", () => ({ isSeen: false, announce: () => {} }));

/**
 * Notes a request that came with `X-Forwarded-For` although no proxy is trusted: if a proxy sent it, all its clients
 * count as one address. Logs that once.
 */
export function noteUnknownProxy(): void {
  if (seen.value.isSeen) return;
  noteUnknownProxyHere();
  log().warn("requests come with X-Forwarded-For: if your own proxy sets it, set TRUST_PROXY to 1");
  seen.value.announce();
}

/** Notes a request that another process of this server has seen, and logged. */
export function noteUnknownProxyHere(): void {
  seen.value.isSeen = true;
}

/** Sets a function that tells the server's other processes once this one has seen such a request. */
export function onUnknownProxy(announce: () => void): void {
  seen.value.announce = announce;
}

/** Returns whether this server has seen such a request. A caller that comes through a proxy has just brought one. */
export function sawUnknownProxy(): boolean {
  return seen.value.isSeen;
}

/** Resets the note, for tests. */
export function resetUnknownProxy(): void {
  seen.value = undefined;
}
