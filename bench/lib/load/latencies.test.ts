import { expect, it } from "vitest";
import { Latencies } from "@/bench/lib/load/latencies";

it("gives percentiles in milliseconds, to three figures", () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 1000; ms++) latencies.record(ms);
  expect(latencies.count).toBe(1000);
  expect(Math.abs(latencies.percentile(50) - 500)).toBeLessThan(1);
  expect(Math.abs(latencies.percentile(99) - 990)).toBeLessThan(1.5);
  expect(Math.abs(latencies.maxMs - 1000)).toBeLessThan(1.5);
});

it("tells times far below a millisecond apart", () => {
  const latencies = new Latencies();
  latencies.record(0.05);
  latencies.record(0.06);
  latencies.record(0.06);
  expect(latencies.percentile(30)).toBeCloseTo(0.05, 3);
  expect(latencies.percentile(99)).toBeCloseTo(0.06, 3);
});

it("says nothing of no times, and takes a time of nothing", () => {
  const latencies = new Latencies();
  expect([latencies.percentile(99), latencies.maxMs]).toEqual([0, 0]);
  latencies.record(0);
  expect(latencies.count).toBe(1);
});
