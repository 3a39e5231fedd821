import { setTimeout as sleep } from "node:timers/promises";
import type { HangingJob, HangingResult } from "@/bench/lib/hanging-process";
import { startWorker, type Worker as WorkerProcess } from "@/bench/lib/process/child";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { sql } from "@/lib/db/sql";
import { Worker } from "@/lib/jobs/wake/worker";
import { createWebhookClient } from "@/lib/webhooks/delivery/post";
import { WebhookPump } from "@/lib/webhooks/delivery/pump";
import { createDatabase } from "@/tests/support/database/admin";
import { startThrowawayPostgres } from "@/tests/support/server/server";
import { addReports, type EndpointHistory, makeEndpoints } from "@/tests/support/webhooks/webhook-endpoints";

// How long an endpoint that answers waits for its events beside 1,000 that hang. The history of those that
// hang is untried, failing, answered, or stopping: they still answer their first event. It fails where an
// event does not arrive, or 99% take longer than a second.
//
// node --import tsx bench/webhooks.ts [seconds] [history of those that hang] [its own]

const DEAD = 1_000;
const EVENTS_OF_DEAD = 50;
const EVENTS_A_SECOND = 20;
const STOPPING_AFTER_MS = 5_000;
const MAX_P99_MS = 1_000;

const AT = new Date();
const HISTORIES: Record<string, EndpointHistory> = {
  untried: {},
  failing: { failingSince: AT, answeredAt: AT, timedOut: true },
  answered: { answeredAt: AT },
  stopping: { answeredAt: AT },
};

type Receivers = WorkerProcess<HangingJob, HangingResult>;

/** What the pump delivers, and how long its ticks take. */
function startPump(db: Database, hosts: readonly string[]) {
  const client = createWebhookClient({ privateHosts: new Set(hosts) });
  const tickMs: number[] = [];
  const pump = new WebhookPump(db, { client, authSecret: "of the bench", onEnd: () => worker.wake() });
  const tick = async (at: Date) => {
    const startedAt = performance.now();
    const { nextAt } = await pump.tick(at);
    tickMs.push(performance.now() - startedAt);
    return { more: false, nextAt };
  };
  const worker = new Worker("webhooks", tick, { idleMs: 1_000, spacingMs: 40 });
  worker.wake();
  return { worker, tickMs };
}

/**
 * Delivers for so long, with events for the healthy endpoint all the while.
 * @returns how long each waited, in ms.
 */
async function deliver(
  db: Database,
  seconds: number,
  { healthy, worker, receivers }: { healthy: number; worker: Worker; receivers: Receivers },
): Promise<{ waits: number[]; missing: number }> {
  const endsAt = Date.now() + seconds * 1000;
  while (Date.now() < endsAt) {
    await addReports([healthy], 1, new Date(), db);
    worker.wake();
    await sleep(1000 / EVENTS_A_SECOND);
  }
  await sleep(2_000);
  await worker.stop();
  const arrivals = new Map((await receivers.run("arrivals")) as [string, number][]);
  const events = await db.query<{ id: string; createdAt: Date }>(
    sql`select id, created_at as "createdAt" from webhook_deliveries where account_id = ${healthy}`,
  );
  const waits = events.flatMap(({ id, createdAt }) => {
    const at = arrivals.get(id);
    return at === undefined ? [] : [at - createdAt.getTime()];
  });
  return { waits, missing: events.length - waits.length };
}

/** The value that a share of all values does not exceed; NaN where there are none. */
function atShare(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}

function shares(values: readonly number[]): string {
  const at = (share: number) => Math.round(atShare(values, share));
  return `half within ${at(0.5)} ms, 99% within ${at(0.99)} ms, the slowest ${at(1)} ms`;
}

const [seconds = 40, history = "untried"] = [Number(process.argv[2] ?? 40), process.argv[3] ?? "untried"];
const isStopping = history === "stopping";
const postgres = await startThrowawayPostgres();
const startReceivers = () => startWorker<HangingJob, HangingResult>("hanging-process.ts");
const [healthyOnes, deadOnes]: Receivers[] = await Promise.all([startReceivers(), startReceivers()]);
try {
  await createDatabase(postgres.url("postgres"), "bench");
  await migrate(postgres.url("bench"));
  const db = openDatabase(postgres.url("bench"), 4);
  if (!healthyOnes || !deadOnes) throw new Error("There are no receivers.");
  const port = await deadOnes.run(isStopping ? "port" : "hang");
  // Each has one of this machine's addresses to itself, as far as they go.
  const hosts = Array.from({ length: 250 }, (_, index) => `127.0.0.${index + 2}:${port}`);
  const healthyHost = `127.0.0.1:${await healthyOnes.run("port")}`;
  let made = 0;
  const deadUrl = () => `http://${hosts[made % hosts.length]}/dead-${made++}`;
  const dead = await makeEndpoints(DEAD, {
    events: isStopping ? 1 : EVENTS_OF_DEAD,
    at: AT,
    urlOf: deadUrl,
    database: db,
    history: HISTORIES[history] ?? {},
  });
  const urlOf = () => `http://${healthyHost}/healthy`;
  const [one] = await makeEndpoints(1, {
    events: 0,
    at: AT,
    urlOf,
    database: db,
    history: HISTORIES[process.argv[4] ?? "answered"] ?? {},
  });
  const { worker, tickMs } = startPump(db, [...hosts, healthyHost]);
  if (isStopping) {
    await sleep(STOPPING_AFTER_MS);
    await deadOnes.run("hang");
    const ids = dead.map(({ accountId }) => accountId);
    await addReports(ids, EVENTS_OF_DEAD, new Date(), db);
  }
  const healthy = one?.accountId ?? 0;
  const { waits, missing } = await deliver(db, seconds, { healthy, worker, receivers: healthyOnes });
  console.log(`beside ${DEAD} endpoints that hang (${history}), ${waits.length} events: ${shares(waits)}`);
  console.log(`${missing} events did not arrive; ${tickMs.length} ticks: ${shares(tickMs)}`);
  if (missing > 0 || !(atShare(waits, 0.99) <= MAX_P99_MS)) process.exitCode = 1;
} finally {
  await Promise.all([healthyOnes?.stop(), deadOnes?.stop()]);
  await postgres.stop();
}
process.exit();
