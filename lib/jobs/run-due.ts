import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import type { JobName } from "@/lib/db/wake";
import { OPERATIONS } from "@/lib/jobs/operations";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { carrierCallsSoFar } from "@/lib/messages/dispatch/carrier-calls";

/** What came of running jobs: how many runs it took, and whether work is left that is due. */
export type RanDue = { runs: number; more: boolean };

/**
 * Runs jobs in turns until nothing is due, or until `isOver`: no run is begun after that. A job with more to do comes
 * again behind the others.
 * @param onRun is told what each run said; gives the jobs that are to have a turn as well.
 * @param of the cell whose jobs they are: home without it.
 */
export async function runDue(
  jobs: readonly JobName[],
  isOver: () => boolean,
  onRun: (job: JobName, result: RunResult) => Promise<readonly JobName[]> = async () => [],
  of: Database = db(),
): Promise<RanDue> {
  const waiting = new Set(jobs);
  let runs = 0;
  // A job that is added during its turn comes again behind the others.
  for (const job of waiting) {
    if (isOver()) return { runs, more: true };
    waiting.delete(job);
    runs++;
    const result = await OPERATIONS[job](now(), of);
    // Perhaps nothing of this process is there afterwards that could record a late answer.
    if (job === "dispatch") await carrierCallsSoFar(of.cell);
    for (const other of await onRun(job, result)) waiting.add(other);
    if (result.more) waiting.add(job);
  }
  return { runs, more: false };
}

/** Whether `budgetMs` are over since this was called: by a clock that nobody sets. */
export function overAfter(budgetMs: number): () => boolean {
  const endsAt = performance.now() + budgetMs;
  return () => performance.now() >= endsAt;
}
