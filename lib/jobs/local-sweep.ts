import { HOME_CELL, inCell } from "@/lib/cell-numbers";
import { cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { OPERATIONS } from "@/lib/jobs/operations";
import { overAfter, runDue } from "@/lib/jobs/run-due";
import { type RunResult, Worker } from "@/lib/jobs/wake/worker";
import { workOff } from "@/lib/jobs/work-off";

/** The interval between sweeps over all work that Inngest should have woken (rules: sweep). */
const EVERY_MS = 60_000;

/** The time that one run spends on each queue. No queue then waits long for another, and the process can stop. */
const BUDGET_MS = 5_000;

/**
 * Works off overdue work every minute, inside a Node server whose jobs Inngest wakes: Inngest may be away. If Inngest
 * has woken the work already, the sweep finds none. Each cell has a sweep of its own.
 * @returns a function that waits for the runs in progress and stops.
 */
export function startLocalSweep(): () => Promise<void> {
  const workers = [HOME_CELL, ...furtherCells().keys()].map((cell) => {
    const run = (at: Date) => sweepAll(at, cellDatabase(db(), cell));
    return new Worker("local-sweep", run, { idleMs: EVERY_MS, cell });
  });
  for (const worker of workers) worker.wake();
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
}

/** Runs every job of a cell once. If a job fails, the failure is logged and the next job runs. */
export async function sweepAll(at: Date, of: Database = db()): Promise<RunResult> {
  const steps: Record<string, () => Promise<{ more: boolean }>> = {
    sweep: () => OPERATIONS.sweep(at, of),
    dispatch: () => workOff("dispatch", BUDGET_MS, of),
    webhooks: () => workOff("webhooks", BUDGET_MS, of),
    "top-ups": () => runDue(["top-ups"], overAfter(BUDGET_MS), undefined, of),
    emails: () => runDue(["emails"], overAfter(BUDGET_MS), undefined, of),
  };
  let isMore = false;
  for (const [job, run] of Object.entries(steps)) {
    try {
      const { more } = await run();
      isMore ||= more;
    } catch (error) {
      logFailure(error, { job, ...inCell(of.cell) }, "job failed");
    }
  }
  return { more: isMore };
}
