import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import type { JobName } from "@/lib/db/wake";
import { OPERATIONS } from "@/lib/jobs/operations";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { carrierCallsSoFar } from "@/lib/messages/dispatch/carrier-calls";

/** The number of runs, and whether work that is due is left. */
export type RanDue = { runs: number; more: boolean };

/**
 * Runs jobs in turns until nothing is due, or until `isOver` returns true: no run begins after that. A job with more
 * to do comes again behind the others.
 * @param onRun gets the result of each run, and returns further jobs that should have a turn.
 * @param of the cell of the jobs; home by default.
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
    // Afterwards this process may be frozen, and could not record a late answer.
    if (job === "dispatch") await carrierCallsSoFar(of.cell);
    for (const other of await onRun(job, result)) waiting.add(other);
    if (result.more) waiting.add(job);
  }
  return { runs, more: false };
}

/** Returns a function that returns true when `budgetMs` have passed from now on. It uses a clock that cannot be set. */
export function overAfter(budgetMs: number): () => boolean {
  const endsAt = performance.now() + budgetMs;
  return () => performance.now() >= endsAt;
}
