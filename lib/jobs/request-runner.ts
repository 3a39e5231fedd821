import { waitUntil } from "@vercel/functions";
import { inCell } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { cellDatabase } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import type { JobName, JobRunner } from "@/lib/db/wake";
import { runDue } from "@/lib/jobs/run-due";
import { announceLater, wantsWakeUps } from "@/lib/jobs/wake/inngest-wake";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { nextDispatchAt } from "@/lib/messages/dispatch/next-dispatch";
import { processWide } from "@/lib/process-wide";

type Draining = { again: boolean; done: Promise<void> };

const drains = processWide("gatewayDrains", () => ({
  /**
   * The jobs in progress by cell and job, so that a cell whose database does not answer does not delay another cell.
   */
  running: new Map<string, Draining>(),
  stopping: false,
}));

/**
 * The runner of a process that serves requests and has no workers. It runs a job after the response is sent;
 * `waitUntil` keeps the process alive for it. Work that is due later is announced to the service that wakes this
 * process.
 */
export const requestRunner: JobRunner = {
  wake: (job, inMs, cell) => {
    if (inMs > 0) announceLater(job, inMs, cell);
    else waitUntil(drain(job, cell));
  },
};

/** Waits for the batches in progress and begins no other. */
export async function stopDraining(): Promise<void> {
  const { running } = drains.value;
  drains.value.stopping = true;
  await Promise.all([...running.values()].map(({ done }) => done));
}

function isStopping(): boolean {
  return drains.value.stopping;
}

/**
 * Runs one drain at a time for each job of a cell. Further requests wait for the one in progress, which then looks
 * again.
 */
function drain(job: JobName, cell: number): Promise<void> {
  const { running } = drains.value;
  const current = running.get(nameOf(job, cell));
  if (current) {
    current.again = true;
    return current.done;
  }
  const draining: Draining = { again: false, done: Promise.resolve() };
  running.set(nameOf(job, cell), draining);
  draining.done = runUntilDone(job, cell, draining);
  return draining.done;
}

const nameOf = (job: JobName, cell: number) => `${cell} ${job}`;

async function runUntilDone(job: JobName, cell: number, draining: Draining): Promise<void> {
  const others: Promise<void>[] = [];
  try {
    const of = cellDatabase(db(), cell);
    const onRun = async (_: JobName, { more, nextAt = null, wakes = [] }: RunResult) => {
      for (const next of wakes) others.push(drain(next, cell));
      // The next run also covers requests that came during this one.
      if (more) draining.again = false;
      else await announceNext(job, nextAt, of);
      return [];
    };
    do {
      draining.again = false;
      await runDue([job], isStopping, onRun, of);
    } while (draining.again && !isStopping());
  } catch (error) {
    logFailure(error, { job, ...inCell(cell) }, "job failed");
  } finally {
    // This runs in the same tick as the last look at `again`: a later request begins a new drain.
    drains.value.running.delete(nameOf(job, cell));
  }
  await Promise.all(others);
}

async function announceNext(job: JobName, nextAt: Date | null, of: Database): Promise<void> {
  if (!wantsWakeUps()) return;
  const dueAt = job === "dispatch" ? await nextDispatchAt(of) : nextAt;
  if (dueAt) announceLater(job, Math.max(1, dueAt.getTime() - now().getTime()), of.cell);
}
