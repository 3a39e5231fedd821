import { expect, it } from "vitest";
import { calm, UNVISITED } from "@/server/workers/calm";

/** Returns the number of looks until calm, if the process uses this much time during each and then none. */
async function looksUntilCalm(usedMs: readonly number[], until?: typeof UNVISITED): Promise<number> {
  let looks = 0;
  await calm(until, async (ms) => {
    expect(ms).toBe(200);
    return usedMs[looks++] ?? 0;
  });
  return looks;
}

it.each([
  ["loads", undefined, 60, 5],
  ["renders pages", UNVISITED, 10, 20],
])("waits until a process that %s has been idle without a break", async (_, until, busyMs, idleLooks) => {
  expect(await looksUntilCalm([], until)).toBe(idleLooks);
  const almost = Array(idleLooks - 1).fill(busyMs - 1);
  const busy = [busyMs, ...almost, busyMs, busyMs + 100, 0, busyMs];
  expect(await looksUntilCalm(busy, until)).toBe(busy.length + idleLooks);
});

it("measures the processor time of this process", async () => {
  setImmediate(() => {
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 70_000);
  });
  const beganAt = performance.now();
  await calm({ forMs: 200, cpuMs: 60 });
  // The look in which the process was busy does not count.
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(390);
});
