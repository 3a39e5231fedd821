import { parseNzDateTime } from "@/lib/sms/nz-time";

const DATE_TIME =
  /^([1-9]\d{3}-\d{2}-\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Day = { nzStartMs: number; nzLengthMs: number; utcStartMs: number };

/** Days of earlier rows. A file of millions of rows has some thousand days, and Temporal is slow. */
const DAYS = new Map<string, Day>();
const MAX_REMEMBERED_DAYS = 20_000;

/**
 * Reads the time at which a number was ported: `YYYY-MM-DD`, or a date and a time separated by a space or a `T`.
 * Seconds and their fraction are optional. A time with `Z` or an offset is an ISO instant, and one without is New
 * Zealand time. Returns null for any other text, a date that does not exist, and a time that the spring clock skips.
 * Never throws.
 */
export function readPortedAt(text: string): Date | null {
  const match = DATE_TIME.exec(text);
  const date = match?.[1];
  const day = date === undefined ? null : findDay(date);
  if (!match || !day) return null;
  const [, , hour, minute = "", second = "00", fraction = "0", sign, offsetHours, offsetMinutes] = match;
  if (hour === undefined) return new Date(day.nzStartMs);
  if (hour > "23" || minute > "59" || second > "59") return null;
  const fractionMs = Math.floor(Number(`0.${fraction}`) * 1000);
  const clockMs = Number(hour) * 3_600_000 + Number(minute) * MINUTE_MS + Number(second) * 1000 + fractionMs;
  if (sign !== undefined) {
    if (Number(offsetHours) > 14 || Number(offsetMinutes) > 59) return null;
    const aheadMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * MINUTE_MS;
    return new Date(day.utcStartMs + clockMs - (sign === "-" ? -aheadMs : aheadMs));
  }
  if (text.endsWith("Z")) return new Date(day.utcStartMs + clockMs);
  if (day.nzLengthMs === DAY_MS) return new Date(day.nzStartMs + clockMs);
  // The clock changes on this day.
  const at = parseNzDateTime(`${date} ${hour}:${minute}:${second}`, "start");
  return at && new Date(at.getTime() + fractionMs);
}

function findDay(date: string): Day | null {
  const known = DAYS.get(date);
  if (known) return known;
  const start = parseNzDateTime(date, "start");
  const end = parseNzDateTime(date, "end");
  if (!start || !end) return null;
  const nzStartMs = start.getTime();
  const day = {
    nzStartMs,
    nzLengthMs: end.getTime() + 1 - nzStartMs,
    utcStartMs: Date.parse(`${date}T00:00:00Z`),
  };
  if (DAYS.size >= MAX_REMEMBERED_DAYS) DAYS.clear();
  DAYS.set(date, day);
  return day;
}
