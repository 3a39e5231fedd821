import { MAX_RETRY_AFTER_MS } from "@/lib/retry-after";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The wait after each failed attempt, in order. After one more failure the delivery has failed
 * (rules: webhook retries).
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** The share that is added to each wait at most, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/**
 * Returns the time of the next attempt after a failure (rules: webhook retries).
 * @param failedAttempts the number of failed attempts, including the last. If it is 0, the first attempt is due now.
 * @param now the end of the last attempt.
 * @param retryAfterMs the wait that the receiver asks for. The retry is never earlier, but at most 24 hours are
 * granted.
 * @param random returns a number from 0 to 1, for the jitter.
 * @returns null after the last attempt.
 */
export function nextAttemptAt(
  failedAttempts: number,
  now: Date,
  retryAfterMs: number | null,
  random: () => number,
): Date | null {
  if (failedAttempts < 1) return now;
  const delayMs = RETRY_DELAYS_MS[failedAttempts - 1];
  if (delayMs === undefined) return null;
  const askedMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const waitMs = Math.max(delayMs, askedMs) * (1 + JITTER * random());
  return new Date(now.getTime() + Math.ceil(waitMs));
}
