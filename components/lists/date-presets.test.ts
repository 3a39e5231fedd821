import { expect, it } from "vitest";
import { DATE_PRESETS, presetOf, presetRange, rangeTitle } from "@/components/lists/date-presets";

const TODAY = "2026-03-05";

it.each([
  ["today", "2026-03-05", ""],
  ["yesterday", "2026-03-04", "2026-03-04"],
  ["7-days", "2026-02-27", ""],
  ["30-days", "2026-02-04", ""],
  ["month", "2026-03-01", ""],
] as const)("%s begins on %s", (preset, start, end) => {
  expect(presetRange(preset, TODAY)).toEqual({ start, end });
});

it("counts days across the nights when the clocks change", () => {
  expect(presetRange("7-days", "2026-09-28").start).toBe("2026-09-22");
  expect(presetRange("yesterday", "2026-04-06").start).toBe("2026-04-05");
});

it("knows a preset by its dates", () => {
  for (const { value, title } of DATE_PRESETS) {
    expect(presetOf(presetRange(value, TODAY), TODAY)).toBe(value);
    expect(rangeTitle(presetRange(value, TODAY), TODAY)).toBe(title);
  }
  expect(presetOf({ start: "", end: "" }, TODAY)).toBe("");
});

it.each([
  ["2026-01-01", "2026-01-31", "2026-01-01 to 2026-01-31"],
  ["2026-01-01", "", "from 2026-01-01"],
  ["", "2026-01-31", "until 2026-01-31"],
])("says the range from %s to %s in words", (start, end, title) => {
  expect(presetOf({ start, end }, TODAY)).toBe("custom");
  expect(rangeTitle({ start, end }, TODAY)).toBe(title);
});
