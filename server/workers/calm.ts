import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 200;
const MAX_WAIT_MS = 60_000;

/** How long a process has been idle, and how much processor time it used less than between two looks. */
export type Calm = { forMs: number; cpuMs: number };

/** Nothing is being loaded any more. */
const LOADED: Calm = { forMs: 1_000, cpuMs: 60 };

/** Nobody goes from page to page: of one that is made already a look sees more. */
export const UNVISITED: Calm = { forMs: 4_000, cpuMs: 10 };

/** Waits, and returns the processor time that this process used meanwhile, in milliseconds. */
async function cpuDuring(ms: number): Promise<number> {
  const before = process.cpuUsage();
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Waits until this process has been idle for a while: after a start much is loaded, which blocks the event loop. It goes by
 * processor time, which is the same on a busy machine. It waits for a minute at most.
 */
export async function calm({ forMs, cpuMs }: Calm = LOADED, usedDuring = cpuDuring): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let idle = 0; idle < forMs / LOOK_MS && performance.now() < deadline; )
    idle = (await usedDuring(LOOK_MS)) < cpuMs ? idle + 1 : 0;
}
