import { Temporal } from "temporal-polyfill";

/** The zone of the service's calendar (rules: new zealand time). */
export const NZ_ZONE = "Pacific/Auckland";

const DAY_MS = 86_400_000;

/** Offsets of whole UTC days, keyed by the day since 1970. The value is null if the clock changes within the day. */
const OFFSETS = new Map<number, number | null>();
const MAX_REMEMBERED_DAYS = 4096;

const DATE_TIME = /^([1-9]\d{3})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/;
const NZ_MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const ISO_MOMENT = /^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const MONTH = /^([1-9]\d{3})-(\d{2})$/;

/**
 * Returns the offset of New Zealand's clock from UTC at an instant, in milliseconds. The instant is in milliseconds
 * since 1970. Temporal takes tens of microseconds, so the offsets of days without a clock change are cached.
 * @throws RangeError for an invalid instant.
 */
export function nzOffsetMs(epochMs: number): number {
  const day = Math.floor(epochMs / DAY_MS);
  let offset = OFFSETS.get(day);
  if (offset === undefined) {
    const first = offsetByTemporal(day * DAY_MS);
    offset = first === offsetByTemporal((day + 1) * DAY_MS - 1) ? first : null;
    if (OFFSETS.size >= MAX_REMEMBERED_DAYS) {
      OFFSETS.clear();
    }
    OFFSETS.set(day, offset);
  }
  return offset ?? offsetByTemporal(epochMs);
}

function offsetByTemporal(epochMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(NZ_ZONE).offsetNanoseconds / 1e6;
}

/**
 * Returns New Zealand local time as `YYYY-MM-DD HH:MM:SS`, without fractions of a second.
 * @throws RangeError for an invalid date.
 */
export function formatNz(at: Date): string {
  const epochMs = at.getTime();
  const local = new Date(epochMs + nzOffsetMs(epochMs)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

/**
 * Returns the New Zealand date of an instant as `YYYY-MM-DD`.
 * @throws RangeError for an invalid date.
 */
export function nzDate(at: Date): string {
  return formatNz(at).slice(0, 10);
}

/**
 * Reads `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`, years 1000 to 9999, as New Zealand local time (rules: date ranges).
 * Both edges of a range are inclusive to the second. "start" returns the first instant of a second, or 00:00:00 of a
 * date. "end" returns the last millisecond of the second or date. If the autumn clock shows a time twice, "start"
 * returns the first occurrence and "end" the second.
 * @returns null for any other format, a date that does not exist, and a time that the spring clock skips. Never
 * throws.
 */
export function parseNzDateTime(text: string, edge: "start" | "end"): Date | null {
  const match = DATE_TIME.exec(text);
  if (match === null) {
    return null;
  }
  const [year, month, day, hour, minute, second] = match
    .slice(1)
    .map((part) => (part === undefined ? part : Number(part)));
  const date = plainDate(year, month, day);
  if (date === null) {
    return null;
  }
  if (hour === undefined) {
    return edge === "start" ? startOfDay(date) : new Date(startOfDay(date.add({ days: 1 })).getTime() - 1);
  }
  const time = { hour, minute: minute ?? 0, second: second ?? 0 };
  if (time.hour > 23 || time.minute > 59 || time.second > 59) {
    return null;
  }
  const local = date.toPlainDateTime(time);
  const zoned = local.toZonedDateTime(NZ_ZONE, { disambiguation: edge === "start" ? "earlier" : "later" });
  if (!zoned.toPlainDateTime().equals(local)) {
    return null;
  }
  return new Date(zoned.epochMilliseconds + (edge === "end" ? 999 : 0));
}

/**
 * Reads a moment: `YYYY-MM-DD HH:MM:SS` as New Zealand local time, or an ISO 8601 time with an offset or `Z`, with or
 * without seconds. A local time that occurs twice is its first occurrence.
 * @returns null for any other format, and for a time that does not exist. Never throws.
 */
export function parseMoment(text: string): Date | null {
  if (NZ_MOMENT.test(text)) return parseNzDateTime(text, "start");
  if (!ISO_MOMENT.test(text)) return null;
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds);
  } catch {
    return null;
  }
}

/**
 * Returns the New Zealand calendar month of an instant: `start` inclusive, `end` exclusive.
 * @throws RangeError for an invalid date.
 */
export function nzMonth(at: Date): { start: Date; end: Date } {
  const epochMs = at.getTime();
  const local = new Date(epochMs + nzOffsetMs(epochMs));
  return monthFrom(new Temporal.PlainDate(local.getUTCFullYear(), local.getUTCMonth() + 1, 1));
}

/**
 * Reads `YYYY-MM` as a New Zealand calendar month: `start` inclusive, `end` exclusive.
 * @returns null for any other format and a month that does not exist. Never throws.
 */
export function parseNzMonth(text: string): { start: Date; end: Date } | null {
  const match = MONTH.exec(text);
  const first = match === null ? null : plainDate(Number(match[1]), Number(match[2]), 1);
  return first === null ? null : monthFrom(first);
}

function monthFrom(first: Temporal.PlainDate): { start: Date; end: Date } {
  return { start: startOfDay(first), end: startOfDay(first.add({ months: 1 })) };
}

function startOfDay(date: Temporal.PlainDate): Date {
  return new Date(date.toZonedDateTime(NZ_ZONE).epochMilliseconds);
}

function plainDate(year = 0, month = 0, day = 0): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
  } catch {
    return null;
  }
}
