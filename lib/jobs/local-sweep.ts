import { logFailure } from "@/lib/db/log-failure";
import { OPERATIONS } from "@/lib/jobs/operations";
import { overAfter, runDue } from "@/lib/jobs/run-due";
import { type RunResult, Worker } from "@/lib/jobs/wake/worker";
import { workOff } from "@/lib/jobs/work-off";

/** How often everything is looked at that Inngest should have woken (rules: sweep). */
const EVERY_MS = 60_000;

/** How long one run goes on with each queue, so that none waits long for another and the process can stop. */
const BUDGET_MS = 5_000;

/**
 * Works off every minute what is overdue, inside a Node server whose jobs Inngest wakes. Inngest may be away,
 * and what waits must not wait for it. Where Inngest has woken it already, there is nothing left to find.
 * @returns a function that lets the run in progress end and stops.
 */
export function startLocalSweep(): () => Promise<void> {
  const worker = new Worker("local-sweep", sweepAll, { idleMs: EVERY_MS });
  worker.wake();
  return () => worker.stop();
}

/** One run of every job. What fails is logged, and keeps no other from being done. */
export async function sweepAll(at: Date): Promise<RunResult> {
  const steps: Record<string, () => Promise<{ more: boolean }>> = {
    sweep: () => OPERATIONS.sweep(at),
    dispatch: () => workOff("dispatch", BUDGET_MS),
    webhooks: () => workOff("webhooks", BUDGET_MS),
    "top-ups": () => runDue(["top-ups"], overAfter(BUDGET_MS)),
    emails: () => runDue(["emails"], overAfter(BUDGET_MS)),
  };
  let isMore = false;
  for (const [job, run] of Object.entries(steps)) {
    try {
      const { more } = await run();
      isMore ||= more;
    } catch (error) {
      logFailure(error, { job }, "job failed");
    }
  }
  return { more: isMore };
}
