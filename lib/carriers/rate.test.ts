import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rate } from "@/lib/carriers/rate";

/** Uses all tokens at each of some instants. */
function takeAll(rate: Rate, instants: readonly number[]): number[] {
  return instants.flatMap((now) => {
    const taken: number[] = [];
    while (rate.tokens(now) > 0) {
      rate.take(now);
      taken.push(now);
    }
    return taken;
  });
}

describe("the rate of a carrier", () => {
  it("is never above its limit in any sliding second, throttled or not", () => {
    const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 700 }), isThrottled: fc.boolean() }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), steps, (tps, list) => {
        const rate = new Rate(tps, 100);
        const taken: number[] = [];
        let now = 0;
        for (const { ms, isThrottled } of list) {
          now += ms;
          taken.push(...takeAll(rate, [now]));
          if (isThrottled && ms % 7 === 0) rate.throttle(now);
        }
        for (const [index, at] of taken.entries())
          expect(taken.slice(index).filter((other) => other < at + 1_000).length).toBeLessThanOrEqual(tps);
      }),
    );
  });

  it("is used whole", () => {
    const rate = new Rate(10, 100);
    expect(takeAll(rate, [0, 500, 1_009, 1_010])).toEqual([...Array(10).fill(0), ...Array(10).fill(1_010)]);
    expect(rate.waitMs(1_010)).toBe(1_010);
  });

  it("can be used up by somebody else", () => {
    const rate = new Rate(10, 100);
    expect(takeAll(rate, [0])).toHaveLength(10);
    rate.exhaust(500);
    expect(takeAll(rate, [500, 1_010, 1_509])).toEqual([]);
    expect(rate.waitMs(1_500)).toBe(10);
    expect(takeAll(rate, [1_510])).toHaveLength(10);
  });

  it("33: halves when it is too much, pauses, doubles the pause, and recovers", () => {
    const rate = new Rate(100, 1_000);
    rate.throttle(20_000);
    rate.throttle(20_100);
    expect(rate.tokens(20_999)).toBe(0);
    expect(rate.waitMs(20_400)).toBe(600);
    expect(rate.tokens(21_000)).toBe(50);
    rate.throttle(21_000);
    expect(rate.tokens(22_999)).toBe(0);
    expect(rate.tokens(23_000)).toBe(25);
    expect(rate.current(33_000)).toBe(75);
    expect(rate.current(100_000)).toBe(100);
    rate.throttle(100_000);
    expect(rate.tokens(101_000)).toBe(50);
  });
});
