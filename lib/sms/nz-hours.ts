import { formatNz } from "@/lib/sms/nz-time";

/**
 * Days of the week (1 is Monday) and times of day `HH:MM` by New Zealand's clock. `fromTime` is included, `toTime` is
 * not. Equal times mean a whole day. Hours past midnight belong to the day on which they begin.
 */
export type NzHours = { days: readonly number[]; fromTime: string; toTime: string };

/**
 * Returns whether an instant is within such hours (rules: auto reply hours). An hour that the clock shows twice
 * counts twice.
 */
export function isWithinNzHours(at: Date, { days, fromTime, toTime }: NzHours): boolean {
  const local = formatNz(at);
  const time = local.slice(11, 16);
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
  if (fromTime < toTime) return days.includes(day) && fromTime <= time && time < toTime;
  if (time >= fromTime) return days.includes(day);
  return time < toTime && days.includes(day === 1 ? 7 : day - 1);
}
