import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HOME_CELL } from "@/lib/cell-numbers";
import type { JobName } from "@/lib/db/wake";
import { tellingRunner } from "@/server/workers/wake";

const told: [JobName, number][] = [];
const runner = () => tellingRunner(({ job, inMs }) => void told.push([job, Math.round(inMs)]));

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

it("tells of the first wake-up at once", () => {
  runner().wake("dispatch", 0, HOME_CELL);
  expect(told).toEqual([["dispatch", 0]]);
});

it("makes one of a thousand that come together, and tells of what came last too", () => {
  const { wake } = runner();
  for (let index = 0; index < 1000; index++) wake("dispatch", 0, HOME_CELL);
  expect(told).toEqual([["dispatch", 0]]);
  vi.advanceTimersByTime(5);
  expect(told).toEqual([
    ["dispatch", 0],
    ["dispatch", 0],
  ]);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(2);
});

it("tells of each job at most once in five milliseconds while it is busy", () => {
  const { wake } = runner();
  for (let ms = 0; ms < 100; ms++) {
    wake("dispatch", 0, HOME_CELL);
    wake("webhooks", 0, HOME_CELL);
    vi.advanceTimersByTime(1);
  }
  const dispatches = told.filter(([job]) => job === "dispatch").length;
  expect(dispatches).toBeGreaterThanOrEqual(20);
  expect(dispatches).toBeLessThanOrEqual(21);
  expect(told).toHaveLength(2 * dispatches);
});

it("keeps the earliest of the times that it gathers, counted from when it was said", () => {
  const { wake } = runner();
  wake("webhooks", 60_000, HOME_CELL);
  wake("webhooks", 5_000, HOME_CELL);
  vi.advanceTimersByTime(2);
  wake("webhooks", 30_000, HOME_CELL);
  vi.advanceTimersByTime(3);
  expect(told).toEqual([
    ["webhooks", 60_000],
    ["webhooks", 4_995],
  ]);
});

it("tells of one job of two cells for each by itself", () => {
  const cells: number[] = [];
  const { wake } = tellingRunner(({ cell }) => void cells.push(cell));
  for (const cell of [HOME_CELL, 2, HOME_CELL, 2]) wake("dispatch", 0, cell);
  expect(cells).toEqual([HOME_CELL, 2]);
  vi.advanceTimersByTime(5);
  expect(cells).toEqual([HOME_CELL, 2, HOME_CELL, 2]);
});
