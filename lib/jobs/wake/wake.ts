/** The work that a commit can leave to be done at once. */
export type JobName = "dispatch" | "carrier-reports" | "webhooks" | "emails" | "sweep";

/**
 * What runs jobs for this process: `lib/jobs/local` in a Node server; where a server is several processes, one of them
 * has that, and the others have what tells it; nothing where only requests run.
 */
export type JobRunner = { wake(job: JobName, inMs: number): void };

/** What is told of work that is due later where nothing runs in between: see `lib/jobs/wake/inngest-wake`. */
export type WakeUps = { later(job: JobName, inMs: number): void };

// Next bundles instrumentation and each route apart: the runner is the process's, not the bundle's.
const holder = globalThis as typeof globalThis & {
  gatewayJobs?: JobRunner | undefined;
  gatewayWakeUps?: WakeUps | undefined;
};

/** Names the runner of this process, or none. */
export function setJobRunner(runner: JobRunner | undefined): void {
  holder.gatewayJobs = runner;
}

/** Whether this process has a runner. */
export function hasJobRunner(): boolean {
  return holder.gatewayJobs !== undefined;
}

/** Names who is told of work that is due later, or nobody. */
export function setWakeUps(wakeUps: WakeUps | undefined): void {
  holder.gatewayWakeUps = wakeUps;
}

/** Whether anybody wants to know when work is due next. */
export function wantsWakeUps(): boolean {
  return holder.gatewayWakeUps !== undefined;
}

/**
 * Tells this process's runner that there may be work; without one, work that is due later is announced to whoever
 * wakes this process then. It is a hint and nothing else: the work is a row with a due time, and is found without the
 * hint too.
 * @returns false where this process has no runner.
 */
export function wake(job: JobName, inMs = 0): boolean {
  if (holder.gatewayJobs) holder.gatewayJobs.wake(job, inMs);
  else if (inMs > 0) holder.gatewayWakeUps?.later(job, inMs);
  return hasJobRunner();
}
