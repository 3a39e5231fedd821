import { describe, expect, it } from "vitest";
import { periodAt, periodBefore } from "@/lib/billing/alerts/periods";

const HOUR_MS = 3_600_000;
const hours = ({ start, end }: { start: Date; end: Date }) => (end.getTime() - start.getTime()) / HOUR_MS;

describe("a day", () => {
  it.each([
    ["2026-11-20T23:00:00Z", "2026-11-21", "2026-11-22", 24],
    ["2026-11-20T11:00:00Z", "2026-11-21", "2026-11-22", 24],
    ["2026-11-20T10:59:59.999Z", "2026-11-20", "2026-11-21", 24],
    // The clock goes forward on 27 September, and back on 4 April.
    ["2026-09-26T12:00:00Z", "2026-09-27", "2026-09-28", 23],
    ["2026-09-27T10:59:59.999Z", "2026-09-27", "2026-09-28", 23],
    ["2027-04-03T11:00:00Z", "2027-04-04", "2027-04-05", 25],
    ["2027-04-04T11:59:59.999Z", "2027-04-04", "2027-04-05", 25],
  ])("of %s is %s", (at, firstDay, nextDay, length) => {
    const day = periodAt("day", new Date(at));
    expect(day).toMatchObject({ kind: "day", firstDay, nextDay });
    expect(hours(day)).toBe(length);
    expect(periodBefore(day)).toMatchObject({ kind: "day", nextDay: firstDay, end: day.start });
  });
});

describe("a month", () => {
  it.each([
    ["2026-11-30T10:59:59.999Z", "2026-11-01", "2026-12-01", 30 * 24],
    ["2026-11-30T11:00:00Z", "2026-12-01", "2027-01-01", 31 * 24],
    ["2027-02-10T00:00:00Z", "2027-02-01", "2027-03-01", 28 * 24],
    ["2026-09-10T00:00:00Z", "2026-09-01", "2026-10-01", 30 * 24 - 1],
    ["2027-04-10T00:00:00Z", "2027-04-01", "2027-05-01", 30 * 24 + 1],
  ])("of %s begins on %s", (at, firstDay, nextDay, length) => {
    const month = periodAt("month", new Date(at));
    expect(month).toMatchObject({ kind: "month", firstDay, nextDay });
    expect(hours(month)).toBe(length);
    expect(periodBefore(month)).toMatchObject({ kind: "month", nextDay: firstDay, end: month.start });
  });
});
