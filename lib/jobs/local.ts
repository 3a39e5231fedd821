import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { type JobName, setJobRunner } from "@/lib/db/wake";
import { startCarriers } from "@/lib/jobs/carriers/carrier-events";
import { noteDispatchWake } from "@/lib/jobs/carriers/room-runs";
import { OPERATIONS } from "@/lib/jobs/operations";
import { type RunResult, Worker } from "@/lib/jobs/wake/worker";
import { currentWebhookOptions } from "@/lib/webhooks/delivery/current";
import { setEventTaker } from "@/lib/webhooks/delivery/hand-over";
import { WebhookPump } from "@/lib/webhooks/delivery/pump";

/** How long each job may sleep when nobody wakes it. */
const IDLE_MS: Record<JobName, number> = {
  dispatch: 1_000,
  "carrier-reports": 1_000,
  replies: 1_000,
  webhooks: 1_000,
  emails: 5_000,
  "top-ups": 10_000,
  sweep: 60_000,
};

/** How long each lets its work gather while there is much of it. */
const SPACING_MS: Record<JobName, number> = {
  dispatch: 10,
  "carrier-reports": 100,
  replies: 100,
  webhooks: 40,
  emails: 100,
  "top-ups": 1_000,
  sweep: 1_000,
};

/**
 * Runs all jobs on timers inside this process: how a Node server works off what waits.
 * @returns a function that lets the runs in progress end and stops.
 */
export function startLocalJobs(): () => Promise<void> {
  const names = Object.keys(OPERATIONS) as JobName[];
  const workers = new Map<JobName, Worker>();
  // A process that goes on need not wait for slow receivers: their answers wake it.
  const webhooks = pumpWebhooks(() => workers.get("webhooks")?.wake());
  const runs = { ...OPERATIONS, webhooks: webhooks.run };
  for (const name of names) workers.set(name, new Worker(name, runs[name], IDLE_MS[name], SPACING_MS[name]));
  for (const worker of workers.values()) worker.wake();
  setJobRunner({
    wake: (job, inMs) => {
      if (job === "dispatch") noteDispatchWake();
      if (job === "webhooks") webhooks.look();
      workers.get(job)?.wake(inMs);
    },
  });
  const stopCarriers = startCarriers(db);
  return async () => {
    setJobRunner(undefined);
    setEventTaker(undefined);
    await Promise.all([...workers.values()].map((worker) => worker.stop()));
    await Promise.all([stopCarriers(), webhooks.stop()]);
  };
}

/** The pump of this process, made with its first run: what runs it, tells it that events may be due, and ends it. */
function pumpWebhooks(onEnd: () => void): {
  run: (at: Date) => Promise<RunResult>;
  look: () => void;
  stop: () => Promise<void>;
} {
  let pump: WebhookPump | undefined;
  const run = async (at: Date): Promise<RunResult> => {
    if (!pump) {
      pump = new WebhookPump(db(), { ...currentWebhookOptions(), onEnd });
      setEventTaker(pump);
    }
    const { nextAt, paused } = await pump.run(at);
    return { more: false, nextAt, wakes: paused > 0 ? ["emails"] : [] };
  };
  return { run, look: () => pump?.look(), stop: async () => pump?.stop(now) };
}
