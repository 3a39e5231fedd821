import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "@/lib/retry-after";
import { nextAttemptAt, RETRY_DELAYS_MS } from "@/lib/webhooks/delivery/retry";

const NOW = new Date("2026-10-20T09:00:00.500Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const none = () => 0;

const waitMs = (failed: number, retryAfterMs: number | null, random = none) => {
  const next = nextAttemptAt(failed, NOW, retryAfterMs, random);
  return next === null ? null : next.getTime() - NOW.getTime();
};

describe("nextAttemptAt", () => {
  it.each([
    [0, 0],
    [1, 5_000],
    [2, 300_000],
    [3, 1_800_000],
    [4, 2 * HOUR_MS],
    [5, 5 * HOUR_MS],
    [6, 10 * HOUR_MS],
    [7, 14 * HOUR_MS],
    [8, 20 * HOUR_MS],
    [9, 24 * HOUR_MS],
    [10, null],
    [11, null],
  ])("after %i failed attempts is %s ms away", (failed, expected) => {
    expect(waitMs(failed, null)).toBe(expected);
  });

  it("makes ten attempts in all, over about three days", () => {
    expect(RETRY_DELAYS_MS).toHaveLength(9);
    const totalMs = RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0);
    expect(totalMs / DAY_MS).toBeGreaterThan(3);
    expect(totalMs / DAY_MS).toBeLessThan(3.5);
  });

  it("adds up to a tenth", () => {
    expect(waitMs(1, null, () => 0.5)).toBe(5_250);
    expect(waitMs(1, null, () => 0.999_999)).toBe(5_500);
  });

  it("is never earlier than the receiver asked for, up to a day, nor ever earlier than the schedule", () => {
    expect(waitMs(1, 60_000)).toBe(60_000);
    expect(waitMs(1, 1_000)).toBe(5_000);
    expect(waitMs(1, 0)).toBe(5_000);
    expect(waitMs(2, 30 * DAY_MS)).toBe(DAY_MS);
    expect(waitMs(10, 60_000)).toBeNull();
  });

  it("stays within its bounds whatever it is given", () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(), chance, (failed, askedMs, random) => {
        const wait = waitMs(failed, askedMs, () => random) ?? 0;
        const least = Math.max(RETRY_DELAYS_MS[failed - 1] ?? 0, Math.min(askedMs, DAY_MS));
        expect(wait).toBeGreaterThanOrEqual(least);
        expect(wait).toBeLessThanOrEqual(least * 1.1 + 1);
      }),
    );
  });
});

describe("parseRetryAfter", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["1.5", 1_500],
    ["86400", DAY_MS],
    ["86401", DAY_MS],
    ["9".repeat(400), DAY_MS],
    ["Tue, 20 Oct 2026 09:01:00 GMT", 59_500],
    ["Tuesday, 20-Oct-26 09:01:00 GMT", 59_500],
    ["Tue Oct 20 09:01:00 2026", 59_500],
    ["Tue, 20 Oct 2026 08:59:00 GMT", 0],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["Wed, 20 Oct 2027 09:00:00 GMT", DAY_MS],
    [null, null],
    ["", null],
    ["-5", null],
    ["+5", null],
    ["1e3", null],
    ["soon", null],
    ["5 minutes", null],
    ["2026-10-20", null],
    ["Tue, 99 Foo 2026 09:01:00 GMT", null],
  ])("reads '%s' as %s ms", (header, expected) => {
    expect(parseRetryAfter(header, NOW)).toBe(expected);
  });
});
