import { HOME_CELL } from "@/lib/cell-numbers";
import { processWide } from "@/lib/process-wide";

/** The work that a commit can leave for a job. */
export type JobName =
  | "dispatch"
  | "carrier-reports"
  | "replies"
  | "webhooks"
  | "emails"
  | "top-ups"
  | "sweep";

/**
 * The runner of a process's jobs: `lib/jobs/local` in a Node server, and in its other processes a link to the process
 * with it. It is `lib/jobs/request-runner` on a platform without processes between requests.
 */
export type JobRunner = { wake(job: JobName, inMs: number, cell: number): void };

const current = processWide<JobRunner | undefined>("gatewayJobs", () => undefined);

/** Sets or removes the runner of this process. */
export function setJobRunner(runner: JobRunner | undefined): void {
  current.value = runner;
}

/** Returns whether this process has a runner. */
export function hasJobRunner(): boolean {
  return current.value !== undefined;
}

/**
 * Tells this process's runner that a cell may have work, now or after some milliseconds. It is a hint: the work is a
 * row with a due time, which is found without the hint too. Operations call it by their database handle
 * (`Queryable.wake`).
 */
export function wake(job: JobName, inMs = 0, cell = HOME_CELL): void {
  current.value?.wake(job, inMs, cell);
}
