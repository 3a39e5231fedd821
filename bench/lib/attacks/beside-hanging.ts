import { setTimeout as sleep } from "node:timers/promises";
import { brokenLimits, type LimitedFigure } from "@/bench/lib/base/limits";
import { type Cell, tableOf } from "@/bench/lib/base/table";
import { runLoad } from "@/bench/lib/load/load";
import { NUMBERED_TEXT, singleJson } from "@/bench/lib/load/requests";
import { follow } from "@/bench/lib/open/follow";
import { Outside } from "@/bench/lib/outside/outside";
import { TWO_RECEIPTS } from "@/bench/lib/outside/smpp-server";
import { startServer } from "@/bench/lib/stage/gateway";
import { makeSenders, reportTo } from "@/bench/lib/stage/senders";
import { addNetwork, openStage } from "@/bench/lib/stage/stage";
import { addReports, type EndpointHistory, makeEndpoints } from "@/tests/support/webhooks/webhook-endpoints";

const HANGING = 1_000;
const EVENTS_EACH = 50;
/** The messages per second of the customer with the responsive endpoint. Each message has two webhooks. */
const PER_SECOND = 10;
const STOPPING_AFTER_MS = 5_000;
const REST_MS = 3_000;
const MAX_P99_MS = 1_000;
/** Loopback addresses that the hanging endpoints share. */
const ADDRESSES = 250;

const AT = new Date();
/** The past of the endpoints that hang. The last ones answer their first event. */
const HISTORIES: readonly (readonly [name: string, history: EndpointHistory])[] = [
  ["were never tried", {}],
  ["have failed before", { failingSince: AT, answeredAt: AT, timedOut: true }],
  ["answered before", { answeredAt: AT }],
  ["answer their first event, then hang", { answeredAt: AT }],
];
const HEAD = ["beside 1,000 endpoints that", "half, ms", "p99", "slowest", "webhooks", "missing"];

/** Measures the time that webhooks wait for an endpoint that answers. @returns the limits that broke. */
export async function measureBesideHanging(only: string, seconds: number): Promise<string[]> {
  const rows: Cell[][] = [];
  const limits: LimitedFigure[] = [];
  for (const [index, [name, history]] of HISTORIES.entries()) {
    if (!name.includes(only)) continue;
    const isStopping = index === HISTORIES.length - 1;
    const { webhooks, missing, accepted } = await beside(history, isStopping, seconds);
    rows.push([name, webhooks.p50, webhooks.p99, webhooks.max, 2 * accepted, missing.webhooks]);
    console.log(tableOf(HEAD, rows.slice(-1)));
    limits.push({ name: `p99 beside endpoints that ${name}`, figure: webhooks.p99, most: MAX_P99_MS });
    limits.push({ name: `webhooks missing beside those that ${name}`, figure: missing.webhooks, most: 0 });
  }
  console.log(`\n${tableOf(HEAD, rows)}`);
  return brokenLimits(limits);
}

/** Sends beside endpoints of this history, on a stage of its own. */
async function beside(history: EndpointHistory, isStopping: boolean, seconds: number) {
  const stage = await openStage();
  const { outside, db } = stage;
  const dead = await Outside.start();
  const addresses = Array.from({ length: ADDRESSES }, (_, index) => `127.0.0.${index + 2}`);
  await dead.set({ listen: addresses });
  if (!isStopping) await dead.set({ hangs: true });
  const hosts = addresses.map((address) => `${address}:${dead.ports.http}`);
  let made = 0;
  const urlOf = () => `http://${hosts[made % ADDRESSES]}/dead-${made++}`;
  const events = isStopping ? 1 : EVENTS_EACH;
  const endpoints = await makeEndpoints(HANGING, { events, at: AT, urlOf, database: db, history });
  const [sender] = await makeSenders(db, "healthy", 1);
  if (!sender) throw new Error("There is no account.");
  await reportTo(stage, [sender]);
  await outside.set({ answerAfterMs: 0, receipts: TWO_RECEIPTS });
  await addNetwork(stage, "network", { window: 100 });
  const settings = { WEBHOOK_PRIVATE_HOSTS: [outside.receiver, ...hosts].join(",") };
  const gateway = await startServer(stage, { settings });
  await sleep(STOPPING_AFTER_MS);
  if (isStopping) {
    await dead.set({ hangs: true });
    await addReports(
      endpoints.map(({ accountId }) => accountId),
      EVENTS_EACH,
      new Date(),
      db,
    );
  }
  await outside.ask("timeline");
  const requests = singleJson([sender], NUMBERED_TEXT);
  const pace = { perSecond: PER_SECOND, seconds, seed: 1, firstNumber: 0 };
  const offered = await runLoad({ port: gateway.port, requests, ...pace });
  await sleep(REST_MS);
  await gateway.stop();
  return follow(offered, await outside.ask("timeline"), { perSecond: PER_SECOND, isKeyed: false });
}
