import type { JobName, JobRunner } from "@/lib/db/wake";

/** How long after a wake-up others for the same job are gathered into one. */
const GATHER_MS = 5;

type WakeUp = { job: JobName; inMs: number; cell: number };

const keyOf = ({ job, cell }: WakeUp) => `${job} ${cell}`;

/**
 * The runner of a process that runs no jobs: it tells the process that does. The first wake-up goes at once.
 * Those of the next milliseconds go as one, for the earliest of their times. A busy process must not send one
 * for each message.
 * @param tell is called at most once per job and cell in five milliseconds.
 */
export function tellingRunner(tell: (wakeUp: WakeUp) => void): JobRunner {
  /** By job and cell, the earliest time of the wake-ups that came since the last one was sent. */
  const gathered = new Map<string, number>();

  const say = (wakeUp: WakeUp) => {
    const key = keyOf(wakeUp);
    tell(wakeUp);
    gathered.set(key, Number.POSITIVE_INFINITY);
    setTimeout(() => {
      const dueAt = gathered.get(key) ?? Number.POSITIVE_INFINITY;
      gathered.delete(key);
      if (dueAt < Number.POSITIVE_INFINITY) say({ ...wakeUp, inMs: Math.max(0, dueAt - performance.now()) });
    }, GATHER_MS).unref();
  };

  return {
    wake: (job, inMs, cell) => {
      const wakeUp = { job, inMs, cell };
      const key = keyOf(wakeUp);
      const earliest = gathered.get(key);
      if (earliest === undefined) say(wakeUp);
      else gathered.set(key, Math.min(earliest, performance.now() + inMs));
    },
  };
}
