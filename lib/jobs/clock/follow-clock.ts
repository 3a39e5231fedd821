import { JUMP_MS, wallAheadMs } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { measureClock } from "@/lib/jobs/clock/measure-clock";

/** The interval between looks at this machine's clock, and the one between measurements of the database's clock. */
const LOOK_MS = 1_000;
const MEASURE_MS = 30_000;

/**
 * Keeps `now` at the database's time. It measures at once, every half minute, and as soon as this machine's wall
 * clock has jumped. The jump itself does not change `now`, but it is the only sign that a virtual machine was stopped
 * for a while.
 * @returns `measured`, which resolves with the first success, and a function that ends the measurements.
 */
export function followClock(database: () => Database): {
  measured: Promise<void>;
  stop: () => Promise<void>;
} {
  let succeed = () => {};
  const measured = new Promise<void>((resolve) => {
    succeed = resolve;
  });
  let measuredAt = Number.NEGATIVE_INFINITY;
  let aheadMs = wallAheadMs();
  let running: Promise<void> | undefined;

  const measure = async () => {
    try {
      await measureClock(database());
      measuredAt = performance.now();
      succeed();
    } catch (error) {
      logFailure(error, {}, "the database's clock cannot be read");
    } finally {
      running = undefined;
    }
  };
  const look = () => {
    const before = aheadMs;
    aheadMs = wallAheadMs();
    const hasJumped = Math.abs(aheadMs - before) > JUMP_MS;
    if (hasJumped) measuredAt = Number.NEGATIVE_INFINITY;
    if (performance.now() - measuredAt >= MEASURE_MS) running ??= measure();
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();
  return {
    measured,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
