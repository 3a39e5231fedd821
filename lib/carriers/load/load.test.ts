import { expect, it } from "vitest";
import { carrierLoadOf } from "@/lib/carriers/load/carrier-load";
import { Meter } from "@/lib/carriers/load/load";
import { Rate } from "@/lib/carriers/rate";

it("a meter says how many went a second since the last look", () => {
  const meter = new Meter();
  const gone = (count: number) => {
    for (let each = 0; each < count; each++) meter.add();
  };
  gone(7);
  expect(meter.look(1_000)).toBe(0);
  gone(63);
  expect([meter.look(6_000), meter.look(6_000), meter.look(7_000)]).toEqual([12.6, 0, 0]);
});

it("a rate says what is allowed at present: nothing in a pause, then half, and more from then on", () => {
  const rate = new Rate(40, 1_000);
  expect(rate.limits(0)).toEqual({ tps: 40, allowed: 40 });
  rate.throttle(0);
  expect([0, 999, 1_000, 6_000, 60_000].map((at) => rate.limits(at).allowed)).toEqual([0, 0, 20, 30, 40]);
});

const NOW = new Date("2026-11-20T23:00:00Z");
const LATER = new Date(NOW.getTime() + 1);
const BUSY = { perSecond: 1.2, inUse: 2, windowSize: 10, tps: 50, allowedTps: 25 };
const IDLE = { perSecond: null, inUse: null, windowSize: null, tps: null, allowedTps: null };

it("a carrier's links share one rate, and processes that ask it by themselves have one each", () => {
  const links = [
    { ...IDLE, lease: LATER },
    { ...BUSY, lease: LATER },
    { ...BUSY, perSecond: 2.1, lease: LATER },
    { ...BUSY, lease: NOW },
  ];
  const sum = { perSecond: 3.3, inUse: 4, window: 20 };
  expect(carrierLoadOf({ links, loads: [] }, NOW)).toEqual({ ...sum, tps: 50, allowed: 25, processes: 1 });
  const loads = [
    { ...BUSY, until: LATER },
    { ...BUSY, perSecond: 2.1, until: LATER },
    { ...BUSY, until: NOW },
  ];
  expect(carrierLoadOf({ links: [], loads }, NOW)).toEqual({ ...sum, tps: 100, allowed: 50, processes: 2 });
  expect(carrierLoadOf({ links: links.slice(0, 1), loads: [] }, NOW)).toBeNull();
});
