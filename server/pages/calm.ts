import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 200;
/** A process that used less processor time than this between two looks was idle. */
const IDLE_CPU_MS = 60;
const IDLE_LOOKS = 5;
const MAX_WAIT_MS = 60_000;

/**
 * Waits until this process has been idle for a second: after a start much is loaded, which blocks the event
 * loop. It goes by processor time, which is the same on a busy machine. It waits for a minute at most.
 */
export async function calm(): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let idle = 0; idle < IDLE_LOOKS && performance.now() < deadline; ) {
    const before = process.cpuUsage();
    await sleep(LOOK_MS);
    const { user, system } = process.cpuUsage(before);
    idle = (user + system) / 1_000 < IDLE_CPU_MS ? idle + 1 : 0;
  }
}
