import { describe, expect, test } from "vitest";
import { formatInstant, formatPeriod, readStamp } from "@/lib/smpp/pdu/time";

describe("stamps", () => {
  test.each([
    [0, "000000000001000R"],
    [600_999, "000000001000000R"],
    [86_400_000 + 3_661_000, "000001010101000R"],
    [Number.MAX_SAFE_INTEGER, "000030000000000R"],
  ])("of a period of %i ms", (ms, stamp) => {
    expect(formatPeriod(ms)).toBe(stamp);
  });

  test("of an instant", () => {
    expect(formatInstant(new Date("2026-11-22T17:03:41.900Z"))).toBe("261122170341000+");
  });

  test.each([
    ["2611221703", "UTC", "2026-11-22T17:03:00.000Z"],
    ["261122170341", "UTC", "2026-11-22T17:03:41.000Z"],
    ["2611221703", "Pacific/Auckland", "2026-11-22T04:03:00.000Z"],
    ["2606221703", "Pacific/Auckland", "2026-06-22T05:03:00.000Z"],
  ] as const)("of a receipt: %s by %s", (text, zone, at) => {
    expect(readStamp(text, zone)).toEqual(new Date(at));
  });

  test.each(["", "2613221703", "2602301703", "2611222403", "26112217", "26112217034", "a611221703"])(
    "that mean nothing: %s",
    (text) => {
      expect(readStamp(text, "UTC")).toBeNull();
    },
  );
});
