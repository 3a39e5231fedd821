import { Temporal } from "temporal-polyfill";

/**
 * The days (1 is Monday, 7 is Sunday) and the times of day `HH:MM` between which messages may be sent. `from` is
 * included, `to` is not. The clock is New Zealand's, or the recipient's own with `localTime`.
 */
export type DeliveryWindow = {
  days: number[];
  from: string;
  to: string;
  localTime: boolean;
};

const STORED = /^([1-7]+) (\d\d:\d\d)-(\d\d:\d\d) (local|nz)$/;

/** Returns a window as a short text, which `readWindow` reads. */
export function writeWindow({ days, from, to, localTime }: DeliveryWindow): string {
  return `${[...new Set(days)].sort().join("")} ${from}-${to} ${localTime ? "local" : "nz"}`;
}

/**
 * Reads a text of `writeWindow`.
 * @throws RangeError for any other text.
 */
export function readWindow(text: string): DeliveryWindow {
  const [, days = "", from = "", to = "", zone] = STORED.exec(text) ?? [];
  if (zone === undefined) throw new RangeError(`not a delivery window: ${JSON.stringify(text)}`);
  return { days: [...days].map(Number), from, to, localTime: zone === "local" };
}

/** Two weeks and a day: each weekday occurs again, even if its first occurrence is over or falls into the night. */
const DAYS_LOOKED_AT = 15;

/**
 * Returns the first instant at or after `at` at which a window is open and messages are not held back
 * (rules: delivery windows). A time that a clock skips is read as a later one. A time that a clock shows twice is its
 * first occurrence.
 * @param zone the zone of the clock.
 * @param heldUntil returns the end of the hold at an instant, such as the end of a night, or null without a hold.
 * @returns null if the window never opens.
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
