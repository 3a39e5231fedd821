/** The work that a commit can leave to be done at once. */
export type JobName = "dispatch" | "carrier-reports" | "sweep";

/** What runs jobs in this process: `lib/jobs/local` in a Node server; nothing where only requests run. */
export type JobRunner = { wake(job: JobName, inMs: number): void };

// Next bundles instrumentation and each route apart: the runner is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & { gatewayJobs?: JobRunner | undefined };

/** Names the runner of this process, or none. */
export function setJobRunner(runner: JobRunner | undefined): void {
  holder.gatewayJobs = runner;
}

/**
 * Tells this process's runner that there may be work. It is a hint and nothing else: the work is a row with a due
 * time, and is found without the hint too.
 * @returns false where this process has no runner.
 */
export function wake(job: JobName, inMs = 0): boolean {
  holder.gatewayJobs?.wake(job, inMs);
  return holder.gatewayJobs !== undefined;
}
