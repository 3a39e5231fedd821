import { expect, it } from "vitest";
import { scheduleOf } from "@/bench/lib/load/schedule";

const pace = { perSecond: 500, seconds: 40, seed: 7 };

it("has the rate on average, in order, within its time", () => {
  const times = scheduleOf(pace);
  expect(Math.abs(times.length - 20_000)).toBeLessThan(600);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThan(0);
  expect(times.at(-1)).toBeLessThan(40_000);
});

it("has gaps of a Poisson process: 37 of a hundred are longer than the mean", () => {
  const times = scheduleOf(pace);
  const long = times.filter((at, index) => at - (times[index - 1] ?? 0) > 2);
  expect(long.length / times.length).toBeCloseTo(Math.exp(-1), 1);
});

it("is the same for a seed, and another for another", () => {
  expect(scheduleOf(pace)).toEqual(scheduleOf(pace));
  expect(scheduleOf({ ...pace, seed: 8 })).not.toEqual(scheduleOf(pace));
});
