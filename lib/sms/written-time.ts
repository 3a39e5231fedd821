import { type NZ_ZONE, nzOffsetMs } from "@/lib/sms/nz-time";

/** The clock of a network that writes times without a zone. */
export type ClockZone = "UTC" | typeof NZ_ZONE;

/** The most characters of a time. */
const MAX_LENGTH = 48;

/** The age from which a time is implausible. */
const MAX_AGE_MS = 31 * 86_400_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;

/** The clock's offset in summer and in winter. */
const NZ_OFFSETS_MS = [13 * HOUR_MS, 12 * HOUR_MS];

const ZONE = String.raw`(Z|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?|[A-Z]{2,4})?`;
const DIGITS = new RegExp(String.raw`^(\d{10}|\d{12}|\d{14}|\d{17})\s?${ZONE}$`, "i");
const UNIX = /^(\d{10})(?:[.,](\d{1,9}))?$|^(\d{13}|\d{16})$/;
const SMPP_ABSOLUTE = /^(\d{12})(\d)(\d{2})([+-])$/;
const COMPACT = new RegExp(String.raw`^(\d{8})[T ](\d{4}(?:\d{2})?)(?:[.,]\d{1,9})?\s?${ZONE}$`, "i");
const CLOCK = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?(?:\s?([AP])M)?`;
const SEPARATED = new RegExp(
  String.raw`^(\d{4}|\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{1,2})[T ,]\s?${CLOCK}\s?${ZONE}$`,
  "i",
);
const DAY_NAME = String.raw`(?:[a-z]{3,9},?\s)?`;
const NAMED = new RegExp(
  String.raw`^${DAY_NAME}(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4}|\d{2}),?\s${CLOCK}\s?${ZONE}$`,
  "i",
);
const NAMED_FIRST = new RegExp(
  String.raw`^${DAY_NAME}([a-z]{3})[a-z]{0,6}\s(\d{1,2})\s${CLOCK}\s(?:([a-z]{2,4})\s)?(\d{4})$`,
  "i",
);

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The named zones of RFC 2822 and of New Zealand, in hours from UTC. */
const NAMED_ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  NZST: 12,
  NZDT: 13,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/**
 * Reads a time in the forms of networks (rules: report times): digits with the year first, SMPP's absolute form, ISO
 * 8601, RFC 2822, and seconds, milliseconds or microseconds since 1970. An offset in the text wins over `zone`. An
 * ambiguous text is the newest of its times that is not after `arrivedAt`.
 * @returns null for any other text, for a time after `arrivedAt`, and for one that is 31 days older. Never throws.
 */
export function readWrittenTime(given: string, zone: ClockZone, arrivedAt: Date): Date | null {
  const text = given.trim();
  if (text === "" || text.length > MAX_LENGTH) return null;
  const at = arrivedAt.getTime();
  let newest = Number.NEGATIVE_INFINITY;
  for (const reading of readingsOf(text, zone))
    if (reading <= at && at - reading <= MAX_AGE_MS && reading > newest) newest = reading;
  return Number.isFinite(newest) ? new Date(newest) : null;
}

/** Returns all instants that a text may mean, in milliseconds since 1970. */
function readingsOf(text: string, zone: ClockZone): number[] {
  return [
    ...unix(text),
    ...digits(text, zone),
    ...smppAbsolute(text),
    ...compact(text, zone),
    ...separated(text, zone),
    ...named(text, zone),
  ];
}

function unix(text: string): number[] {
  const match = UNIX.exec(text);
  if (match === null) return [];
  const [, seconds, fraction = "", whole = ""] = match;
  if (seconds !== undefined) return [Number(seconds) * 1_000 + milliseconds(fraction)];
  return [whole.length === 16 ? Math.floor(Number(whole) / 1_000) : Number(whole)];
}

function digits(text: string, zone: ClockZone): number[] {
  const match = DIGITS.exec(text);
  if (match === null) return [];
  const [, written = "", offset] = match;
  const withCentury = written.length >= 12 ? [clockOf(written.slice(0, 4), written.slice(4))] : [];
  const withoutCentury = written.length <= 12 ? [clockOf(`20${written.slice(0, 2)}`, written.slice(2))] : [];
  return [...withCentury, ...withoutCentury].flatMap((clock) => instantsOf(clock, offset, zone));
}

/**
 * Reads `YYMMDDhhmmsstnnp`: a tenth of a second, quarters of an hour, and `+` for a clock ahead of UTC or `-` for one
 * behind.
 */
function smppAbsolute(text: string): number[] {
  const match = SMPP_ABSOLUTE.exec(text);
  if (match === null) return [];
  const [, written = "", tenth, quarters, sign] = match;
  const local = clockOf(`20${written.slice(0, 2)}`, written.slice(2));
  if (local === null) return [];
  const offsetMs = Number(quarters) * QUARTER_MS;
  return [local + Number(tenth) * 100 + (sign === "+" ? -offsetMs : offsetMs)];
}

function compact(text: string, zone: ClockZone): number[] {
  const match = COMPACT.exec(text);
  if (match === null) return [];
  const [, date = "", time = "", offset] = match;
  return instantsOf(clockOf(date.slice(0, 4), date.slice(4) + time), offset, zone);
}

function separated(text: string, zone: ClockZone): number[] {
  const match = SEPARATED.exec(text);
  if (match === null) return [];
  const [, first = "", second = "", third = "", ...rest] = match;
  const offset = rest[5];
  const yearFirst = [first, second, third] as const;
  const yearLast = [[third, second, first] as const, [third, first, second] as const];
  const orders = [...(third.length === 4 ? [] : [yearFirst]), ...(first.length === 4 ? [] : yearLast)];
  return orders.flatMap(([year, month, day]) =>
    instantsOf(clockTime([year, Number(month), Number(day)], rest), offset, zone),
  );
}

function named(text: string, zone: ClockZone): number[] {
  const match = NAMED.exec(text);
  if (match !== null) {
    const [, day, month = "", year = "", ...rest] = match;
    return instantsOf(clockTime([year, monthOf(month), Number(day)], rest), rest[5], zone);
  }
  const other = NAMED_FIRST.exec(text);
  if (other === null) return [];
  const [, month = "", day, ...rest] = other;
  return instantsOf(clockTime([rest[6] ?? "", monthOf(month), Number(day)], rest), rest[5], zone);
}

const monthOf = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1;

/** Returns a clock's time from a year and the digits `MMDDhhmm`, optionally with seconds and milliseconds. */
function clockOf(year: string, written: string): number | null {
  const [month, day, hour, minute, second] = [0, 2, 4, 6, 8].map((at) => Number(written.slice(at, at + 2)));
  const fraction = milliseconds(written.slice(10));
  return validClock([Number(year), month, day, hour, minute, second], fraction);
}

type DateParts = readonly [year: string, month: number, day: number];

/**
 * Returns a clock's time.
 * @param rest hour, minute, second, fraction and half of the day, as they are written.
 */
function clockTime([year, month, day]: DateParts, rest: readonly (string | undefined)[]): number | null {
  const [hour, minute, second = "0", fraction = "", half] = rest;
  const inHalf = Number(hour) + (half?.toUpperCase() === "P" ? 12 : 0) - (half && hour === "12" ? 12 : 0);
  const century = year.length === 4 ? 0 : 2000;
  const parts = [century + Number(year), month, day, inHalf, Number(minute), Number(second)];
  return validClock(parts, milliseconds(fraction));
}

/** Returns a clock's time as if it were UTC; null for a date or time that no calendar has. */
function validClock(parts: readonly (number | undefined)[], fractionMs: number): number | null {
  const [year = Number.NaN, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  if (!Number.isFinite(ms)) return null;
  const at = new Date(ms);
  const isReal =
    at.getUTCFullYear() === year &&
    at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === day &&
    at.getUTCHours() === hour &&
    at.getUTCMinutes() === minute &&
    at.getUTCSeconds() === second;
  return isReal ? ms + fractionMs : null;
}

const milliseconds = (fraction: string): number => Number(fraction.slice(0, 3).padEnd(3, "0"));

/**
 * Returns the instants at which a clock shows a time: two when the autumn clock goes back, an empty list in the gap of
 * spring.
 */
function instantsOf(clock: number | null, offset: string | undefined, zone: ClockZone): number[] {
  if (clock === null) return [];
  if (offset !== undefined) {
    const offsetMs = offsetOf(offset.toUpperCase());
    return offsetMs === null ? [] : [clock - offsetMs];
  }
  if (zone === "UTC") return [clock];
  return NZ_OFFSETS_MS.filter((offsetMs) => nzOffsetMs(clock - offsetMs) === offsetMs).map(
    (offsetMs) => clock - offsetMs,
  );
}

function offsetOf(written: string): number | null {
  const match = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?$/.exec(written);
  if (match === null) {
    const hours = NAMED_ZONES[written];
    return hours === undefined ? null : hours * HOUR_MS;
  }
  const [, sign, hours, minutes = "0"] = match;
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === "+" ? ms : -ms;
}
