/** The longest wait that a server may request. */
export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date in any of its three forms.
 * @returns milliseconds from `now`, 0 to 24 hours; null for a missing or unreadable header.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? "";
  const waitMs = /^\d+(?:\.\d+)?$/.test(value)
    ? Math.ceil(Number(value) * 1_000)
    : readHttpDate(value) - now.getTime();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

/** Returns Unix milliseconds, or NaN. The oldest form names no zone and means GMT, as the others do. */
function readHttpDate(text: string): number {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text)) return Number.NaN;
  return Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
}
