import { Temporal } from "temporal-polyfill";

/**
 * When messages may go out: on these days (1 is Monday, 7 is Sunday), from a time of day until before another, `HH:MM`. By
 * New Zealand's clock, or where `localTime` by each recipient's own.
 */
export type DeliveryWindow = {
  days: number[];
  from: string;
  to: string;
  localTime: boolean;
};

const STORED = /^([1-7]+) (\d\d:\d\d)-(\d\d:\d\d) (local|nz)$/;

/** A window as a short text, which `readWindow` reads. */
export function writeWindow({ days, from, to, localTime }: DeliveryWindow): string {
  return `${[...new Set(days)].sort().join("")} ${from}-${to} ${localTime ? "local" : "nz"}`;
}

/** @throws RangeError for a text that `writeWindow` has not written. */
export function readWindow(text: string): DeliveryWindow {
  const [, days = "", from = "", to = "", zone] = STORED.exec(text) ?? [];
  if (zone === undefined) throw new RangeError(`not a delivery window: ${JSON.stringify(text)}`);
  return { days: [...days].map(Number), from, to, localTime: zone === "local" };
}

/** The days that are looked at: each weekday comes, also where the first one is over or falls into the night. */
const DAYS_LOOKED_AT = 15;

/**
 * The first instant at or after `at` at which a window is open and messages are not held back (rules: delivery windows).
 * A time that a clock skips is as much later; of one that it shows twice, the first counts.
 * @param zone whose clock it is by.
 * @param heldUntil until when messages are held back at an instant, such as the end of a night; null where they are not.
 * @returns null where it never opens.
 */
export function nextOpening(
  { days, from, to }: DeliveryWindow,
  zone: string,
  at: Date,
  heldUntil: (at: Date) => Date | null,
): Date | null {
  const start = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let day = 0; day < DAYS_LOOKED_AT; day++) {
    const date = start.add({ days: day });
    if (!days.includes(date.dayOfWeek)) continue;
    const opensAt = instantOf(date, from, zone);
    const closesAt = instantOf(date, to, zone);
    let candidate = opensAt > at ? opensAt : at;
    for (
      let until = heldUntil(candidate);
      until !== null && candidate < closesAt;
      until = heldUntil(candidate)
    )
      candidate = until;
    if (candidate < closesAt) return candidate;
  }
  return null;
}

function instantOf(date: Temporal.PlainDate, time: string, zone: string): Date {
  const wall = date.toPlainDateTime(Temporal.PlainTime.from(time));
  return new Date(wall.toZonedDateTime(zone).epochMilliseconds);
}
