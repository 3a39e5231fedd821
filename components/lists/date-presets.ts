import { daysAfter } from "@/components/ui/said-time";

/** The named ranges of dates. */
export const DATE_PRESETS = [
  { value: "today", title: "Today" },
  { value: "yesterday", title: "Yesterday" },
  { value: "7-days", title: "Last 7 days" },
  { value: "30-days", title: "Last 30 days" },
  { value: "month", title: "This month" },
] as const;

export type DatePreset = (typeof DATE_PRESETS)[number]["value"];

/** Dates, `YYYY-MM-DD`, both inclusive. An empty date leaves that side open. */
export type DateRange = { start: string; end: string };

/** Returns the dates of a preset. A range up to the present has an open end, so that it includes new rows. */
export function presetRange(preset: DatePreset, today: string): DateRange {
  const yesterday = daysAfter(today, -1);
  const ranges: Record<DatePreset, DateRange> = {
    today: { start: today, end: "" },
    yesterday: { start: yesterday, end: yesterday },
    "7-days": { start: daysAfter(today, -6), end: "" },
    "30-days": { start: daysAfter(today, -29), end: "" },
    month: { start: `${today.slice(0, 7)}-01`, end: "" },
  };
  return ranges[preset];
}

/**
 * Returns the preset of a range, `custom`, or an empty text for no range. On the first of a month it returns
 * Today.
 */
export function presetOf({ start, end }: DateRange, today: string): DatePreset | "custom" | "" {
  if (start === "" && end === "") return "";
  const found = DATE_PRESETS.find(({ value }) => {
    const range = presetRange(value, today);
    return range.start === start && range.end === end;
  });
  return found?.value ?? "custom";
}

/** Formats a range for a chip. */
export function rangeTitle(range: DateRange, today: string): string {
  const preset = presetOf(range, today);
  const named = DATE_PRESETS.find(({ value }) => value === preset);
  if (named) return named.title;
  if (range.start === "") return `until ${range.end}`;
  return range.end === "" ? `from ${range.start}` : `${range.start} to ${range.end}`;
}
