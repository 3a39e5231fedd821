import { MAX_RETRY_AFTER_MS } from "@/lib/retry-after";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait after each failed attempt, in order; after one more the delivery has failed (rules: webhook retries). */
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

/** Up to this share is added to each wait, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * When a failed delivery is tried again (rules: webhook retries).
 * @param failedAttempts how many have failed, the one just made included; with none the first attempt is due now.
 * @param now when the last attempt ended.
 * @param retryAfterMs how long the receiver asked us to wait: never tried earlier, though at most 24 hours are granted.
 * @param random from 0 to 1, for the jitter.
 * @returns null when the attempts are used up.
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
