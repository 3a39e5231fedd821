/** A time in the API's form: New Zealand local, `YYYY-MM-DD HH:MM:SS`. */
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})(:\d{2})$/;

/** The level of detail of a time. */
export type TimeLength = "short" | "long" | "exact";

const DAY_MS = 86_400_000;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const NZ_DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Pacific/Auckland",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

const NZ_CLOCK = new Intl.DateTimeFormat("en-NZ", {
  timeZone: "Pacific/Auckland",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Returns New Zealand's date at a time, `YYYY-MM-DD`, in a browser or on the server. */
export function nzDay(now: Date): string {
  const parts = Object.fromEntries(NZ_DAY.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** Returns New Zealand's local time, `YYYY-MM-DDTHH:MM`, for a time field. */
export function nzMinute(now: Date): string {
  return `${nzDay(now)}T${NZ_CLOCK.format(now)}`;
}

/** Returns the date that is `count` days after a date, both `YYYY-MM-DD`. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Formats a time in words: `8:35 am` today, otherwise `Yesterday`, `22 Nov` or `22 Nov 2025`.
 * @param at in the API's form; any other text is returned unchanged.
 * @param today New Zealand's date, `YYYY-MM-DD`.
 * @param length `short` for the date alone, `long` for the time of day as well, `exact` for the seconds too.
 */
export function saidTime(at: string, today: string, length: TimeLength = "short"): string {
  const [, year, month, day, hour, minute, second = ""] = WRITTEN.exec(at) ?? [];
  if (minute === undefined) return at;
  const clock = `${Number(hour) % 12 || 12}:${minute}${length === "exact" ? second : ""}`;
  const time = `${clock} ${Number(hour) < 12 ? "am" : "pm"}`;
  const date = at.slice(0, 10);
  if (date === today) return time;
  const said = relativeDay(date, today) ?? `${Number(day)} ${MONTHS[Number(month) - 1]}`;
  const isOtherYear = year !== today.slice(0, 4) && said !== "Yesterday" && said !== "Tomorrow";
  return `${said}${isOtherYear ? ` ${year}` : ""}${length === "short" ? "" : `, ${time}`}`;
}

/** Formats the date of a time with its year, for paper: `22 Nov 2026`. */
export function saidDate(at: string): string {
  const [, year, month, day] = WRITTEN.exec(at) ?? [];
  return year === undefined ? at : `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** Formats the time of day of a time: `8:35 am`. */
export function saidClock(at: string): string {
  return saidTime(at, at.slice(0, 10));
}

/** Formats a time of day from the settings, `21:00`, as `9 pm` or `9:30 pm`. */
export function saidHour(time: string): string {
  return saidClock(`2000-01-01 ${time}:00`).replace(":00 ", " ");
}

/** Changes a result of `saidTime` for use within a sentence: a day has no capital there. */
export function inSentence(said: string): string {
  return said.replace(/^(?:Yesterday|Tomorrow)/, (day) => day.toLowerCase());
}

function relativeDay(date: string, today: string): string | undefined {
  if (date === daysAfter(today, -1)) return "Yesterday";
  return date === daysAfter(today, 1) ? "Tomorrow" : undefined;
}
