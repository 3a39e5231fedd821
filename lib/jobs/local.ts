import { HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import { type Database, db } from "@/lib/db/client";
import { type JobName, setJobRunner } from "@/lib/db/wake";
import { startCarriers } from "@/lib/jobs/carriers/carrier-events";
import { OPERATIONS } from "@/lib/jobs/operations";
import { type RunResult, Worker } from "@/lib/jobs/wake/worker";
import { localHandOverOf } from "@/lib/messages/hand-over/local-hand-over";
import { noteDispatchWake } from "@/lib/messages/hand-over/room-runs";
import { currentWebhookOptions } from "@/lib/webhooks/delivery/current";
import { setEventTaker } from "@/lib/webhooks/delivery/hand-over";
import { WebhookPump } from "@/lib/webhooks/delivery/pump";

/** The longest time that each job sleeps without a wake-up. */
const IDLE_MS: Record<JobName, number> = {
  dispatch: 1_000,
  "carrier-reports": 1_000,
  replies: 1_000,
  webhooks: 1_000,
  emails: 5_000,
  "top-ups": 10_000,
  sweep: 60_000,
};

/** The time between two runs of a job that is busy, during which its work gathers. */
const SPACING_MS: Record<JobName, number> = {
  dispatch: 10,
  "carrier-reports": 100,
  replies: 100,
  webhooks: 40,
  emails: 100,
  "top-ups": 1_000,
  sweep: 1_000,
};

/** The interval at which a process with carriers sends their room to the other processes of its server. */
const SHARE_ROOM_MS = 50;

/** The jobs of one cell. `stop` waits for the runs in progress. */
type CellJobs = { wake(job: JobName, inMs: number): void; stop(): Promise<void> };

/**
 * Runs all jobs on timers inside this process, as a Node server does. Each cell has jobs of its own, so that one
 * whose database is away does not stop those of another (rules: cells).
 * @returns a function that waits for the runs in progress and stops.
 */
export function startLocalJobs(): () => Promise<void> {
  const jobs = new Map<number, CellJobs>();
  for (const cell of [HOME_CELL, ...furtherCells().keys()]) jobs.set(cell, startJobsOf(cell));
  setJobRunner({ wake: (job, inMs, cell) => jobs.get(cell)?.wake(job, inMs) });
  return async () => {
    setJobRunner(undefined);
    await Promise.all([...jobs.values()].map(({ stop }) => stop()));
  };
}

function startJobsOf(cell: number): CellJobs {
  const database = () => cellDatabase(db(), cell);
  const names = Object.keys(OPERATIONS) as JobName[];
  const workers = new Map<JobName, Worker>();
  // A process that lives on need not wait for slow receivers: their answers wake the job.
  const webhooks = pumpWebhooks(database, (isEnough) => {
    const worker = workers.get("webhooks");
    if (isEnough) worker?.hurry();
    else worker?.wake();
  });
  const runOf = (name: JobName) =>
    name === "webhooks" ? webhooks.run : (at: Date) => OPERATIONS[name](at, database());
  for (const name of names) {
    const pace = { idleMs: IDLE_MS[name], spacingMs: SPACING_MS[name], cell };
    workers.set(name, new Worker(name, runOf(name), pace));
  }
  for (const worker of workers.values()) worker.wake();
  const stopCarriers = startCarriers(database);
  const sharing = setInterval(() => localHandOverOf(cell)?.shareRoom(), SHARE_ROOM_MS).unref();
  return {
    wake: (job, inMs) => {
      if (job === "dispatch") noteDispatchWake(cell);
      if (job === "webhooks") webhooks.look();
      workers.get(job)?.wake(inMs);
    },
    stop: async () => {
      clearInterval(sharing);
      setEventTaker(undefined, cell);
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await Promise.all([stopCarriers(), webhooks.stop()]);
    },
  };
}

/**
 * Returns a cell's webhook pump of this process, which is created with its first run. `look` makes the pump look for
 * events that are due.
 */
function pumpWebhooks(
  database: () => Database,
  onEnd: (isEnough: boolean) => void,
): {
  run: (at: Date) => Promise<RunResult>;
  look: () => void;
  stop: () => Promise<void>;
} {
  let pump: WebhookPump | undefined;
  const run = async (at: Date): Promise<RunResult> => {
    if (!pump) {
      pump = new WebhookPump(database(), { ...currentWebhookOptions(), onEnd });
      setEventTaker(pump, database().cell);
    }
    const { nextAt, paused } = await pump.run(at);
    return { more: false, nextAt, wakes: paused > 0 ? ["emails"] : [] };
  };
  return { run, look: () => pump?.look(), stop: async () => pump?.stop(now) };
}
