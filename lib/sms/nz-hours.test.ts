import { describe, expect, test } from "vitest";
import { isWithinNzHours } from "@/lib/sms/nz-hours";

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const within = (at: string, fromTime: string, toTime: string, days = WEEK) =>
  isWithinNzHours(new Date(at), { days, fromTime, toTime });

describe("hours by New Zealand's clock", () => {
  test.each([
    ["08:59:59 is before nine", "2026-07-01T20:59:59.999Z", "09:00", "17:00", false],
    ["09:00 is within", "2026-07-01T21:00:00Z", "09:00", "17:00", true],
    ["16:59:59 is within", "2026-07-02T04:59:59.999Z", "09:00", "17:00", true],
    ["17:00 is behind", "2026-07-02T05:00:00Z", "09:00", "17:00", false],
    ["equal times are a whole day, at midnight", "2026-07-01T12:00:00Z", "00:00", "00:00", true],
    ["equal times are a whole day, at noon", "2026-07-02T00:00:00Z", "09:00", "09:00", true],
    ["past midnight, in the evening", "2026-07-01T10:30:00Z", "22:00", "06:00", true],
    ["past midnight, in the morning", "2026-07-01T17:59:00Z", "22:00", "06:00", true],
    ["past midnight, at its end", "2026-07-01T18:00:00Z", "22:00", "06:00", false],
    ["past midnight, at noon", "2026-07-02T00:00:00Z", "22:00", "06:00", false],
    ["the autumn night, the first 02:30", "2026-04-04T13:30:00Z", "02:00", "03:00", true],
    ["the autumn night, the second 02:30", "2026-04-04T14:30:00Z", "02:00", "03:00", true],
    ["the autumn night, 03:00", "2026-04-04T15:00:00Z", "02:00", "03:00", false],
    ["the spring night, the second before the skipped hour", "2026-09-26T13:59:59Z", "02:00", "03:00", false],
    ["the spring night, behind the skipped hour", "2026-09-26T14:00:00Z", "02:00", "03:00", false],
    ["the spring night, an hour that lasts into it", "2026-09-26T14:10:00Z", "01:00", "03:30", true],
  ])("%s", (_, at, from, to, expected) => {
    expect(within(at, from, to)).toBe(expected);
  });

  test("the day is New Zealand's, and that on which the hours begin", () => {
    // Friday 23:00, Saturday 05:00, and Monday 01:00, which belongs to Sunday.
    const [friday, saturday, monday] = [
      "2026-07-03T11:00:00Z",
      "2026-07-03T17:00:00Z",
      "2026-07-05T13:00:00Z",
    ];
    expect([friday, saturday, monday].map((at) => within(at, "22:00", "06:00", [5]))).toEqual([
      true,
      true,
      false,
    ]);
    expect([friday, saturday, monday].map((at) => within(at, "22:00", "06:00", [7]))).toEqual([
      false,
      false,
      true,
    ]);
    expect([friday, saturday].map((at) => within(at, "00:00", "00:00", [6]))).toEqual([false, true]);
    expect(within(friday, "00:00", "00:00", [])).toBe(false);
  });
});
