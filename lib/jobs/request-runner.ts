import { waitUntil } from "@vercel/functions";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import type { JobName, JobRunner } from "@/lib/db/wake";
import { runDue } from "@/lib/jobs/run-due";
import { announceLater, wantsWakeUps } from "@/lib/jobs/wake/inngest-wake";
import { nextDispatchAt } from "@/lib/messages/dispatch/next-dispatch";
import { processWide } from "@/lib/process-wide";

type Draining = { again: boolean; done: Promise<void> };

const drains = processWide("gatewayDrains", () => ({
  running: new Map<JobName, Draining>(),
  stopping: false,
}));

/**
 * The runner of a process that serves requests and has no workers. It does a job once the response is on its way, kept
 * alive with `waitUntil`. What is due later is announced to whoever wakes this process then.
 */
export const requestRunner: JobRunner = {
  wake: (job, inMs) => {
    if (inMs > 0) announceLater(job, inMs);
    else waitUntil(drain(job));
  },
};

/** Lets the batches in progress end and begins no other. */
export async function stopDraining(): Promise<void> {
  const { running } = drains.value;
  drains.value.stopping = true;
  await Promise.all([...running.values()].map(({ done }) => done));
}

function isStopping(): boolean {
  return drains.value.stopping;
}

/** One at a time for each job, however many requests ask for it: the others wait for the one, which looks again. */
function drain(job: JobName): Promise<void> {
  const { running } = drains.value;
  const current = running.get(job);
  if (current) {
    current.again = true;
    return current.done;
  }
  const draining: Draining = { again: false, done: Promise.resolve() };
  running.set(job, draining);
  draining.done = runUntilDone(job, draining);
  return draining.done;
}

async function runUntilDone(job: JobName, draining: Draining): Promise<void> {
  const others: Promise<void>[] = [];
  try {
    do {
      draining.again = false;
      await runDue([job], isStopping, async (_, { more, nextAt = null, wakes = [] }) => {
        for (const next of wakes) others.push(drain(next));
        // The next run is for those as well that asked during this one.
        if (more) draining.again = false;
        else await announceNext(job, nextAt);
        return [];
      });
    } while (draining.again && !isStopping());
  } catch (error) {
    logFailure(error, { job }, "job failed");
  } finally {
    // In the same turn as the last look at `again`: who asks from here on begins anew.
    drains.value.running.delete(job);
  }
  await Promise.all(others);
}

async function announceNext(job: JobName, nextAt: Date | null): Promise<void> {
  if (!wantsWakeUps()) return;
  const dueAt = job === "dispatch" ? await nextDispatchAt(db()) : nextAt;
  if (dueAt) announceLater(job, Math.max(1, dueAt.getTime() - now().getTime()));
}
