import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 200;
const MAX_WAIT_MS = 60_000;

/** How long a process has been idle, and how much processor time it used less than between two looks. */
export type Calm = { forMs: number; cpuMs: number };

/** Nothing is being loaded any more. */
const LOADED: Calm = { forMs: 1_000, cpuMs: 60 };

/** Nobody goes from page to page: of one that is made already a look sees more. */
export const UNVISITED: Calm = { forMs: 4_000, cpuMs: 10 };

/**
 * Waits until this process has been idle for a while: after a start much is loaded, which blocks the event loop. It goes by
 * processor time, which is the same on a busy machine. It waits for a minute at most.
 */
export async function calm({ forMs, cpuMs }: Calm = LOADED): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let idle = 0; idle < forMs / LOOK_MS && performance.now() < deadline; ) {
    const before = process.cpuUsage();
    await sleep(LOOK_MS);
    const { user, system } = process.cpuUsage(before);
    idle = (user + system) / 1_000 < cpuMs ? idle + 1 : 0;
  }
}
