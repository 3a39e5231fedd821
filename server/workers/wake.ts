import type { JobName, JobRunner } from "@/lib/db/wake";

/** The time for which further wake-ups of the same job gather after one was sent. */
const GATHER_MS = 5;

type WakeUp = { job: JobName; inMs: number; cell: number };

const keyOf = ({ job, cell }: WakeUp) => `${job} ${cell}`;

/**
 * Returns the runner of a process that runs no jobs: it informs the process that does. The first wake-up goes at
 * once. Those of the next milliseconds are sent as one, for the earliest of their times. A busy process must not send
 * one for each message.
 * @param tell is called at most once for each job and cell in five milliseconds.
 */
export function tellingRunner(tell: (wakeUp: WakeUp) => void): JobRunner {
  /** The earliest time of the wake-ups since the last one that was sent, by job and cell. */
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
