import { daysAfter } from "@/components/ui/said-time";

/** A range of dates that has a name. */
export const DATE_PRESETS = [
  { value: "today", title: "Today" },
  { value: "yesterday", title: "Yesterday" },
  { value: "7-days", title: "Last 7 days" },
  { value: "30-days", title: "Last 30 days" },
  { value: "month", title: "This month" },
] as const;

export type DatePreset = (typeof DATE_PRESETS)[number]["value"];

/** Dates, `YYYY-MM-DD`, both inclusive. Empty: open on that side. */
export type DateRange = { start: string; end: string };

/** The dates of a preset. What reaches to the present is open at its end, so that new rows belong to it. */
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

/** The preset that a range is, `custom`, or an empty text for no range. On the first of a month it is Today. */
export function presetOf({ start, end }: DateRange, today: string): DatePreset | "custom" | "" {
  if (start === "" && end === "") return "";
  const found = DATE_PRESETS.find(({ value }) => {
    const range = presetRange(value, today);
    return range.start === start && range.end === end;
  });
  return found?.value ?? "custom";
}

/** A range in words, for a chip. */
export function rangeTitle(range: DateRange, today: string): string {
  const preset = presetOf(range, today);
  const named = DATE_PRESETS.find(({ value }) => value === preset);
  if (named) return named.title;
  if (range.start === "") return `until ${range.end}`;
  return range.end === "" ? `from ${range.start}` : `${range.start} to ${range.end}`;
}
