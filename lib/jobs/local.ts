import { OPERATIONS } from "@/lib/jobs/operations";
import { type JobName, setJobRunner } from "@/lib/jobs/wake";
import { Worker } from "@/lib/jobs/worker";

/** How long each job may sleep when nobody wakes it. */
const IDLE_MS: Record<JobName, number> = { dispatch: 1_000, "carrier-reports": 1_000, sweep: 60_000 };

/**
 * Runs all jobs on timers inside this process: how a Node server works off what waits.
 * @returns a function that lets the runs in progress end and stops.
 */
export function startLocalJobs(): () => Promise<void> {
  const names = Object.keys(OPERATIONS) as JobName[];
  const workers = new Map(names.map((name) => [name, new Worker(name, OPERATIONS[name], IDLE_MS[name])]));
  for (const worker of workers.values()) worker.wake();
  setJobRunner({ wake: (job, inMs) => workers.get(job)?.wake(inMs) });
  return async () => {
    setJobRunner(undefined);
    await Promise.all([...workers.values()].map((worker) => worker.stop()));
  };
}
