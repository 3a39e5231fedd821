import { type GatewayError, lateError } from "@/lib/openapi/clients/typescript/parts/errors";

/** The first wait before a retry, and the longest one, in milliseconds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * Returns the milliseconds to wait before a failed attempt is repeated; null if it must not be. After 429 and
 * `unavailable`, the API did nothing. After any other failure the outcome is unknown: only an attempt that is safe to
 * repeat is repeated.
 */
export function waitBeforeRetry(error: GatewayError, attempt: number, isSafe: boolean): number | null {
  const { status, code, retryAfter } = error;
  const nothingWasDone = status === 429 || code === "unavailable";
  const isUnknown = status === 0 || status >= 500;
  if (!nothingWasDone && !(isSafe && isUnknown)) return null;
  const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  // Half of it is random, so that clients that failed together don’t come back together.
  return (retryAfter ?? 0) * 1_000 + backOffMs * (0.5 + Math.random() / 2);
}

/** Waits. Ends early, with the signal’s reason, if the call is aborted. */
export function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, waitMs);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/**
 * Waits for a result that several calls share, for one of them. It rejects at the call’s own end, or when the call is
 * aborted.
 */
export function inTime<Result>(
  shared: Promise<Result>,
  endsAt: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const over = new AbortController();
  const abort = () => over.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const late = wait(Math.max(0, endsAt - Date.now()), over.signal).then(() => {
    throw lateError();
  });
  return Promise.race([shared, late]).finally(() => {
    signal?.removeEventListener("abort", abort);
    over.abort();
  });
}
