const DAY_S = 86_400;
const MAX_PERIOD_DAYS = 30;

const twoDigits = (value: number) => String(value).padStart(2, "0");

/**
 * Returns a period from now as an SMPP relative stamp, `YYMMDDhhmmss000R`, rounded down to seconds. It is one second
 * at least, and 30 days at most, since a month has no fixed length.
 */
export function formatPeriod(ms: number): string {
  const seconds = Math.min(Math.max(Math.floor(ms / 1000), 1), MAX_PERIOD_DAYS * DAY_S);
  const days = Math.floor(seconds / DAY_S);
  const rest = seconds % DAY_S;
  const time = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60), rest % 60];
  return `0000${[days, ...time].map(twoDigits).join("")}000R`;
}

/** Returns an instant as an SMPP absolute stamp in UTC, `YYMMDDhhmmss000+`, rounded down to seconds. */
export function formatInstant(at: Date): string {
  return `${at.toISOString().slice(2, 19).replace(/\D/g, "")}000+`;
}
