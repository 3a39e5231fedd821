import { afterEach, expect, it, vi } from "vitest";
import {
  cachedFor,
  invalidateCallers,
  invalidateCallersHere,
  onInvalidateCallers,
} from "@/lib/auth/callers/caller-cache";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
afterEach(() => {
  onInvalidateCallers(undefined);
  vi.useRealTimers();
});

it("reads again after a change made here, and has the other processes told once", async () => {
  let reads = 0;
  const told: string[] = [];
  const look = () => cachedFor(db(), "token x", new Date(), async () => ++reads);
  onInvalidateCallers(() => told.push("invalidate"));
  expect([await look(), await look()]).toEqual([1, 1]);
  invalidateCallers(db());
  expect([await look(), told]).toEqual([2, ["invalidate"]]);
});

it("reads again after a change made in another process, and tells nobody, or it would go round for ever", async () => {
  let reads = 0;
  const told: string[] = [];
  const look = () => cachedFor(db(), "token y", new Date(), async () => ++reads);
  onInvalidateCallers(() => told.push("invalidate"));
  await look();
  invalidateCallersHere();
  expect([await look(), told]).toEqual([2, []]);
});

it("tells the other processes at once, and of all that follows once every 50 ms", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let told = 0;
  onInvalidateCallers(() => void told++);
  const invalidateMany = () => {
    for (let times = 0; times < 100; times++) invalidateCallers(db());
  };
  invalidateMany();
  expect(told).toBe(1);
  vi.advanceTimersByTime(49);
  invalidateMany();
  expect(told).toBe(1);
  vi.advanceTimersByTime(1);
  expect(told).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(2);
  invalidateCallers(db());
  expect(told).toBe(3);
});
