import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const seen = processWide("gatewayUnknownProxy", () => ({ isSeen: false, announce: () => {} }));

/**
 * Notes a request that came with `X-Forwarded-For` where no proxy is trusted: if it is a proxy's, all its clients count
 * as one address. Says so once in the log.
 */
export function noteUnknownProxy(): void {
  if (seen.value.isSeen) return;
  noteUnknownProxyHere();
  log().warn("requests come with X-Forwarded-For: if that is a proxy of yours, set TRUST_PROXY to 1");
  seen.value.announce();
}

/** Notes what another process of this server has seen, and logged. */
export function noteUnknownProxyHere(): void {
  seen.value.isSeen = true;
}

/** Has `announce` tell the server's other processes, once this one has seen such a request. */
export function onUnknownProxy(announce: () => void): void {
  seen.value.announce = announce;
}

/** Whether this server has seen such a request. Whoever asks through a proxy has brought one. */
export function sawUnknownProxy(): boolean {
  return seen.value.isSeen;
}

/** Resets it, for tests. */
export function resetUnknownProxy(): void {
  seen.value = undefined;
}
