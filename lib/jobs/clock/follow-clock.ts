import { JUMP_MS, wallAheadMs } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { measureClock } from "@/lib/jobs/clock/measure-clock";

/** How often this machine's clock is looked at, and how often the database's is asked all the same. */
const LOOK_MS = 1_000;
const MEASURE_MS = 30_000;

/**
 * Keeps `now` by the database's clock: measures at once, every half minute, and as soon as this machine's clock of the
 * wall has jumped. That changes nothing by itself, but a virtual machine that was stopped finds out in no other way.
 * @returns `measured`, which resolves with the first success, and what ends it.
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
