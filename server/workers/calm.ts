import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 200;
const MAX_WAIT_MS = 60_000;

/**
 * The time for which a process has been idle, and the processor time between two looks below which it counts as idle.
 */
export type Calm = { forMs: number; cpuMs: number };

/** The idle state after loading. */
const LOADED: Calm = { forMs: 1_000, cpuMs: 60 };

/** The idle state without visitors: rendering even an existing page uses more time. */
export const UNVISITED: Calm = { forMs: 4_000, cpuMs: 10 };

/** Waits, and returns the processor time that this process used meanwhile, in milliseconds. */
async function cpuDuring(ms: number): Promise<number> {
  const before = process.cpuUsage();
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Waits until this process has been idle for a while: after a start it loads much, which blocks the event loop. It
 * measures processor time, which is the same on a busy machine. It waits for a minute at most.
 */
export async function calm({ forMs, cpuMs }: Calm = LOADED, usedDuring = cpuDuring): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let idle = 0; idle < forMs / LOOK_MS && performance.now() < deadline; )
    idle = (await usedDuring(LOOK_MS)) < cpuMs ? idle + 1 : 0;
}
