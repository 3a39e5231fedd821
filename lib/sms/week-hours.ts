/**
 * Hours on days of the week (1 is Monday), in minutes of the day. `from` is included, `to` is not. Hours whose `to`
 * is not later than `from` go past midnight.
 */
export type DayHours = { days: readonly number[]; from: number; to: number };

const DAY_NAMES = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];
const DAY_MINUTES = 1_440;

/** The most characters of a text of hours, and the most parts of it. */
const MAX_LENGTH = 200;
const MAX_PARTS = 20;

const DAYS: Readonly<Record<string, readonly number[]>> = {
  "": ALL_DAYS,
  daily: ALL_DAYS,
  "every day": ALL_DAYS,
  weekdays: [1, 2, 3, 4, 5],
  weekday: [1, 2, 3, 4, 5],
  weekend: [6, 7],
  weekends: [6, 7],
};

/** The English names of the days. Their first two letters, or more, name a day. */
const FULL_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const TIMES = /^(\d{1,2})(?:[:.]?(\d\d))? ?([ap]m)? ?- ?(\d{1,2})(?:[:.]?(\d\d))? ?([ap]m)?$/;

/**
 * Reads hours as people write them, such as `Mo-Fr 09:00-17:00; Sa 10:00-14:00`, `weekdays 9am to 5pm` or
 * `22:00-06:00` (rules: route hours). Hours without days apply every day, and days without hours are whole days.
 * Hours past midnight belong to the day on which they begin. Never throws.
 * @returns null for any other text, such as equal times, or an end without its `am` or `pm`.
 */
export function readWeekHours(text: string): DayHours[] | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Pd}|\u2212/gu, "-")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .replaceAll(/ (?:to|until|till) /g, "-")
    .trim();
  if (plain === "24/7") return [{ days: ALL_DAYS, from: 0, to: DAY_MINUTES }];
  const parts = plain.replace(/;\s*$/, "").split(";");
  if (parts.length > MAX_PARTS) return null;
  const read = parts.map((part) => readPart(part.trim()));
  const hours = read.flatMap((each) => each ?? []);
  return read.includes(null) || hours.length === 0 || hours.length > MAX_PARTS ? null : hours;
}

function readPart(part: string): DayHours[] | null {
  if (part === "") return null;
  const at = part.search(/\d/);
  const days = readDays((at < 0 ? part : part.slice(0, at)).replace(/[ :,]+$/, ""));
  if (days === null) return null;
  if (at < 0) return [{ days, from: 0, to: DAY_MINUTES }];
  const times = part
    .slice(at)
    .split(",")
    .map((each) => readTimes(each.trim()));
  const hours = times.flatMap((each) => (each ? [{ days, ...each }] : []));
  return hours.length === times.length ? hours : null;
}

function readDays(text: string): readonly number[] | null {
  const known = Object.hasOwn(DAYS, text) ? DAYS[text] : undefined;
  if (known) return known;
  const found = new Set<number>();
  for (const each of text.split(/ ?(?:,|&| and ) ?/)) {
    const [first = "", last, ...more] = each.split(/ ?- ?/);
    const [from, to] = [dayNamed(first), last === undefined ? dayNamed(first) : dayNamed(last)];
    if (from === null || to === null || more.length > 0) return null;
    for (let day = from; ; day = (day % 7) + 1) {
      found.add(day);
      if (day === to) break;
    }
  }
  return [...found].sort();
}

function dayNamed(name: string): number | null {
  if (name.length < 2) return null;
  const singular = FULL_NAMES.includes(name.replace(/s$/, ""))
    ? name.replace(/s$/, "")
    : name.replace(/\.$/, "");
  const index = FULL_NAMES.findIndex((full) => full.startsWith(singular));
  return index < 0 ? null : index + 1;
}

function readTimes(text: string): { from: number; to: number } | null {
  const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = TIMES.exec(text) ?? [];
  if (fromHour === undefined || toHour === undefined) return null;
  if ((fromHalf === undefined) !== (toHalf === undefined)) return null;
  const from = minuteOf(fromHour, fromMinute, fromHalf);
  const to = minuteOf(toHour, toMinute, toHalf);
  if (from === null || to === null || from === to || from === DAY_MINUTES) return null;
  return to === 0 ? { from, to: DAY_MINUTES } : { from, to };
}

function minuteOf(hourText: string, minuteText: string | undefined, half: string | undefined): number | null {
  const [hour, minute] = [Number(hourText), Number(minuteText ?? "0")];
  if (minute > 59) return null;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    return ((hour % 12) + (half === "pm" ? 12 : 0)) * 60 + minute;
  }
  const minutes = hour * 60 + minute;
  return minutes <= DAY_MINUTES ? minutes : null;
}

/** Returns hours in their stored and shown form: `Mo-Fr 09:00-17:00; Sa 22:00-06:00`. `readWeekHours` reads it. */
export function writeWeekHours(hours: readonly DayHours[]): string {
  return hours
    .map(({ days, from, to }) => `${writeDays(days)} ${writeMinute(from)}-${writeMinute(to)}`)
    .join("; ");
}

function writeDays(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day: number | undefined) => DAY_NAMES[(day ?? 1) - 1];
  return runs
    .map((run) => (run.length > 2 ? `${name(run[0])}-${name(run.at(-1))}` : run.map(name).join(",")))
    .join(",");
}

function writeMinute(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Returns whether a minute of a day is within hours. */
export function isWithinHours(
  hours: readonly DayHours[],
  { day, minute }: { day: number; minute: number },
): boolean {
  const dayBefore = day === 1 ? 7 : day - 1;
  return hours.some(({ days, from, to }) => {
    if (from < to) return days.includes(day) && from <= minute && minute < to;
    return (days.includes(day) && minute >= from) || (days.includes(dayBefore) && minute < to);
  });
}
