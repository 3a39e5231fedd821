import { HOME_CELL } from "@/lib/cell-numbers";
import { processWide } from "@/lib/process-wide";

/** The work that a commit can leave to be done at once. */
export type JobName =
  | "dispatch"
  | "carrier-reports"
  | "replies"
  | "webhooks"
  | "emails"
  | "top-ups"
  | "sweep";

/**
 * What runs jobs for this process: `lib/jobs/local` in a Node server; in its other processes what tells the one that
 * has it; `lib/jobs/request-runner` where nothing lives on between requests.
 */
export type JobRunner = { wake(job: JobName, inMs: number, cell: number): void };

const current = processWide<JobRunner | undefined>("gatewayJobs", () => undefined);

/** Names the runner of this process, or none. */
export function setJobRunner(runner: JobRunner | undefined): void {
  current.value = runner;
}

/** Whether this process has a runner. */
export function hasJobRunner(): boolean {
  return current.value !== undefined;
}

/**
 * Tells this process's runner that there may be work in a cell, now or in so many milliseconds. It is a hint: the
 * work is a row with a due time, and is found without the hint too. Operations give it by their database handle
 * (`Queryable.wake`).
 */
export function wake(job: JobName, inMs = 0, cell = HOME_CELL): void {
  current.value?.wake(job, inMs, cell);
}
