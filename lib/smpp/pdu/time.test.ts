import { describe, expect, test } from "vitest";
import { formatInstant, formatPeriod } from "@/lib/smpp/pdu/time";

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
});
