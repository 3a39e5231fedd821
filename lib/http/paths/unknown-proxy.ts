import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const seen = processWide("gatewayUnknownProxy", () => false);

/**
 * Notes a request that came with `X-Forwarded-For` where no proxy is trusted: if it is a proxy's, all its clients count
 * as one address. Says so once in the log.
 */
export function noteUnknownProxy(): void {
  if (seen.value) return;
  seen.value = true;
  log().warn("requests come with X-Forwarded-For: if that is a proxy of yours, set TRUST_PROXY to 1");
}

/** Whether this process has seen such a request. Whoever asks through a proxy has brought one. */
export function sawUnknownProxy(): boolean {
  return seen.value;
}

/** Resets it, for tests. */
export function resetUnknownProxy(): void {
  seen.value = false;
}
