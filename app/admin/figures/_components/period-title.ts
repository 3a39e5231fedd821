import { monthName } from "@/components/lists/month-names";
import type { FigureStep, Figures } from "@/lib/contracts/admin/figures";

const DAY = new Intl.DateTimeFormat("en-NZ", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const SHORT_DAY = new Intl.DateTimeFormat("en-NZ", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a period: `24 Nov 2026`, `23 Nov to 29 Nov 2026`, or `November 2026`. */
export function periodTitle(
  { start, end }: Pick<Figures["periods"][number], "start" | "end">,
  by: FigureStep,
): string {
  if (by === "month") return monthName(start.slice(0, 7));
  const last = DAY.format(new Date(end));
  return start === end ? last : `${SHORT_DAY.format(new Date(start))} to ${last}`;
}

/** Formats the first day of a period for a chart. */
export const shortDay = (day: string) => SHORT_DAY.format(new Date(day));
