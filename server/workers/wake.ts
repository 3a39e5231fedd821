import type { JobName, JobRunner } from "@/lib/db/wake";

/** How long after a wake-up others for the same job are gathered into one. */
const GATHER_MS = 5;

/**
 * The runner of a process that runs no jobs: it tells the process that does. The first wake-up goes at once.
 * Those of the next milliseconds go as one, for the earliest of their times. A busy process must not send one
 * for each message.
 * @param tell is called at most once per job in five milliseconds.
 */
export function tellingRunner(tell: (job: JobName, inMs: number) => void): JobRunner {
  /** By job, the earliest time of the wake-ups that came since the last one was sent. */
  const gathered = new Map<JobName, number>();

  const say = (job: JobName, inMs: number) => {
    tell(job, inMs);
    gathered.set(job, Number.POSITIVE_INFINITY);
    setTimeout(() => {
      const dueAt = gathered.get(job) ?? Number.POSITIVE_INFINITY;
      gathered.delete(job);
      if (dueAt < Number.POSITIVE_INFINITY) say(job, Math.max(0, dueAt - performance.now()));
    }, GATHER_MS).unref();
  };

  return {
    wake: (job, inMs) => {
      const earliest = gathered.get(job);
      if (earliest === undefined) say(job, inMs);
      else gathered.set(job, Math.min(earliest, performance.now() + inMs));
    },
  };
}
