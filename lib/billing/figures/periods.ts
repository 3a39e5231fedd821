import { FIGURE_DAYS, type FigureStep } from "@/lib/contracts/admin/figures";
import { GatewayError } from "@/lib/errors";
import { nzDate } from "@/lib/sms/nz-time";

const DAY_MS = 86_400_000;

/** The number of days if none are requested, including today. */
const USUAL_DAYS = 30;

/** New Zealand days as `YYYY-MM-DD`, both inclusive. */
export type FigureDays = { start: string; end: string };

/** Returns the day that is the given number of days later, or earlier if it is negative. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the requested days, or the last 30.
 * @throws GatewayError `invalid_parameter` for days that end before they begin, or are more than `FIGURE_DAYS`.
 */
export function rangeOf(
  { start: from, end: until }: { start?: string | undefined; end?: string | undefined },
  now: Date,
): FigureDays {
  const end = until ?? nzDate(now);
  const start = from ?? daysAfter(end, 1 - USUAL_DAYS);
  if (start > end) throw new GatewayError("invalid_parameter", "The first day must not be after the last.");
  if (daysAfter(start, FIGURE_DAYS - 1) < end)
    throw new GatewayError("invalid_parameter", `Choose at most ${FIGURE_DAYS} days.`);
  return { start, end };
}

/** A period that contains requested days: its name, which is its first day, and the requested days in it. */
export type FigurePeriod = FigureDays & { name: string };

/** Returns the periods of days, the oldest first. */
export function periodsOf({ start, end }: FigureDays, by: FigureStep): FigurePeriod[] {
  const periods: FigurePeriod[] = [];
  for (let day = start; day <= end; ) {
    const name = firstOf(day, by);
    const last = daysAfter(nextOf(name, by), -1);
    periods.push({ name, start: day, end: last < end ? last : end });
    day = daysAfter(last, 1);
  }
  return periods;
}

function firstOf(day: string, by: FigureStep): string {
  if (by === "day") return day;
  if (by === "month") return `${day.slice(0, 7)}-01`;
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return daysAfter(day, -sinceMonday);
}

function nextOf(name: string, by: FigureStep): string {
  if (by === "day") return daysAfter(name, 1);
  return by === "week" ? daysAfter(name, 7) : `${daysAfter(name, 31).slice(0, 7)}-01`;
}
