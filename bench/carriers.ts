import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { measureBesideDead } from "@/bench/lib/beside-dead";
import { isKannelInstalled, type Kannel, startKannel } from "@/bench/lib/carriers/kannel";
import {
  brokenLimits,
  type CarriersOptions,
  type Limited,
  readCarriersOptions,
} from "@/bench/lib/carriers/options";
import type { SmppJob } from "@/bench/lib/carriers/smpp-process";
import type { SmppBehaviour } from "@/bench/lib/carriers/smpp-server";
import { type Databases, openDatabases, readStatements } from "@/bench/lib/databases";
import { openFolder } from "@/bench/lib/drivers";
import { profiling, startGateway } from "@/bench/lib/gateway";
import { startWorker, type Worker } from "@/bench/lib/process/child";
import { watch } from "@/bench/lib/process/sampler";
import { measureSends } from "@/bench/lib/sends-to-network";
import { createAccount } from "@/lib/accounts/create-account";
import { addCarrier, enableCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { type Database, openDatabase } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { endAll, onShutdown } from "@/lib/shutdown";
import { CommandError, runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";
import { testItem, testSubmission } from "@/tests/support/database/submission";

// How many messages a second go from the queue to a network, with their receipts stored: by SMPP to an SMSC that takes its
// time and to one that does not, and by Kannel where it is installed. With --dead, instead: how long messages take to a network
// that works, alone and beside a dead one. It fails where less goes than wanted: npm run bench -- carriers

type Network = Worker<SmppJob, number>;
type Scenario = {
  name: string;
  messages: number;
  behaviour: SmppBehaviour;
  /** The settings of the carrier, without its address. */
  given: Record<string, unknown>;
  /** Which limit it must reach. */
  limit?: "rate" | "latencyRate";
};

const REQUEST = 5_000;
const WARM_UP = 2_000;
const MAX_MS = 120_000;
const LOOK_EVERY_MS = 50;

const binds = { transceiver: 2 };
const smpp = { systemId: "bench", password: "bench", tps: 10_000, binds };
const SCENARIOS: readonly Scenario[] = [
  {
    name: "SMPP, 2 binds, window 10, 50 ms",
    messages: 4_000,
    limit: "latencyRate",
    behaviour: { answerAfterMs: 50, hasReceipts: true },
    given: { ...smpp, window: 10 },
  },
  {
    name: "SMPP, 2 binds, window 10, no latency",
    messages: 10_000,
    behaviour: { answerAfterMs: 0, hasReceipts: true },
    given: { ...smpp, window: 10 },
  },
  {
    name: "SMPP, 2 binds, window 200, no latency",
    messages: 20_000,
    limit: "rate",
    behaviour: { answerAfterMs: 0, hasReceipts: true },
    given: { ...smpp, window: 200 },
  },
];

type Bench = {
  db: Database;
  databases: Databases;
  network: Network;
  authSecret: string;
  accountId: number;
  limits: CarriersOptions["limits"];
};

type Pids = Record<"server" | "database", number | null>;

async function fill({ db, accountId }: Bench, carrierId: number, messages: number): Promise<void> {
  for (let made = 0; made < messages; made += REQUEST) {
    const at = new Date();
    const items = Array.from({ length: Math.min(REQUEST, messages - made) }, (_, index) =>
      testItem({ dueAt: at, carrierId, msisdn: String(64_211_000_000 + made + index) }),
    );
    await accept(db, [testSubmission(accountId, { items })], at, () => "");
  }
}

/** Fills the queue while the carrier is off, switches it on, and waits until every message is final. @returns the rate. */
async function measure(bench: Bench, scenario: Scenario, pids: Pids): Promise<Limited> {
  const { db, network, authSecret } = bench;
  const { name, messages, behaviour, given, limit } = scenario;
  const least = limit && bench.limits[limit];
  const carrier = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 30)
    .replace(/-$/, "");
  await network.run(behaviour);
  const whole = given.preset ? given : { ...given, host: "127.0.0.1", port: await network.run("port") };
  const kind = given.preset ? "http" : "smpp";
  const { id } = await addCarrier(db, { name: carrier, kind, given: whole }, { authSecret, hasServer: true });
  // What waits for one that is switched off has no other way.
  const routes = { senders: { [carrier]: ["552"] }, routes: [{ targets: [{ carrier }] }] };
  await db.transaction((tx) => replaceRoutes(tx, routes));
  await db.transaction((tx) => enableCarrier(tx, carrier, false));
  await fill(bench, id, messages);
  const stop = watch({ ...pids, network: network.pid });
  await db.transaction((tx) => enableCarrier(tx, carrier, true));
  const isWaiting = () =>
    db.prisma.queuedMessage.findFirst({ where: { carrierId: id }, select: { messageId: true } });
  const deadline = performance.now() + MAX_MS;
  let firstAt: number | undefined;
  while ((await isWaiting()) !== null && performance.now() < deadline) {
    await sleep(LOOK_EVERY_MS);
    if ((await network.run("taken")) > 0) firstAt ??= performance.now();
  }
  const seconds = (performance.now() - (firstAt ?? performance.now())) / 1000;
  const used = stop();
  const taken = await network.run("taken");
  const takingSeconds = (await network.run("takingMs")) / 1000;
  const isLeft = (await isWaiting()) !== null;
  await db.transaction((tx) => enableCarrier(tx, carrier, false));
  const each = (cpuSeconds: number | null) => `${Math.round(((cpuSeconds ?? 0) / messages) * 1e6)} us`;
  const rate = Math.round(messages / seconds);
  console.log(
    `${name}: ${rate.toLocaleString("en")} messages a second with their receipts stored, ` +
      `${Math.round(messages / takingSeconds).toLocaleString("en")} taken; processor time of a message: ` +
      `server ${each(used.server.cpuSeconds)}, database ${each(used.database.cpuSeconds)}, network ${each(used.network.cpuSeconds)}` +
      (least === undefined ? "" : `; wanted: ${least.toLocaleString("en")}`),
  );
  if (taken !== messages || isLeft)
    throw new CommandError(
      `Of ${messages} messages ${taken} were taken${isLeft ? ", and not all are final" : ""}.`,
    );
  return { name, figure: rate, ...(least !== undefined && { least }) };
}

const load = () => (loadavg()[0] ?? 0).toFixed(1);

runCommand(async () => {
  const options = readCarriersOptions(process.argv.slice(2));
  shutDownOnSignals();
  try {
    console.log(`${cpus().length} cores, load average ${load()}`);
    const broken = brokenLimits(await measureAll(options));
    console.log(`load average at the end, with that of the measurement: ${load()}`);
    await endAll();
    if (broken.length > 0) throw new CommandError(broken.join("\n"));
  } catch (error) {
    await endAll();
    throw error;
  }
});

/** Measures what was asked for. @returns the figures with their limits. */
async function measureAll(options: CarriersOptions): Promise<Limited[]> {
  const { profile, limits } = options;
  const folder = openFolder();
  const databases = await openDatabases(ROOT, undefined, profile !== undefined);
  const network: Network = await startWorker("carriers/smpp-process.ts");
  onShutdown("resources", network.stop);
  const db = openDatabase(databases.url, 4);
  onShutdown("work", () => db.close());
  const account = { email: "bench@example.com", password: randomSecret(), name: "Bench" };
  const { accountId } = await createAccount(db, { ...account, balanceMicros: 10n ** 13n }, new Date());
  const authSecret = randomSecret();
  const started = { root: ROOT, databaseUrl: databases.url, authSecret, receivers: "", folder };
  const settings = { PAGES: "no" };
  const gateway = await startGateway({ ...started, nodeOptions: profiling(profile), settings });
  if (options.isBesideDead) {
    const { rounds, seconds } = options;
    const given = { db, port: gateway.port, network, authSecret, rounds, seconds };
    return [await measureBesideDead({ ...given, deadPercent: limits.deadPercent })];
  }
  const pids = { server: gateway.pid, database: databases.pid };
  if (options.isOfSends) {
    const { rounds, seconds } = options;
    await measureSends({ db, port: gateway.port, network, authSecret, folder, rounds, seconds, pids });
    return [];
  }
  const bench: Bench = { db, databases, network, authSecret, accountId, limits };
  const { limit: _, ...warmUp } = SCENARIOS[1] as Scenario;
  await measure(bench, { ...warmUp, name: "warming up", messages: WARM_UP }, pids);
  const measured: Limited[] = [];
  for (const scenario of SCENARIOS.filter(({ name }) => name.includes(options.only))) {
    if (profile !== undefined) await readStatements(databases.url);
    measured.push(await measure(bench, scenario, pids));
    if (profile === undefined) continue;
    const file = path.join(profile, `${scenario.name.replaceAll(/[^a-z0-9]+/gi, "-")}.json`);
    writeFileSync(file, JSON.stringify(await readStatements(databases.url), null, 2));
  }
  if (options.withKannel && KANNEL.includes(options.only)) {
    if (isKannelInstalled()) measured.push(await measureKannel(bench, folder, gateway.port, pids));
    else console.log(`${KANNEL}: not measured, since it is not installed (apt-get install kannel)`);
  }
  return measured;
}

const KANNEL = "by Kannel";

async function measureKannel(
  bench: Bench,
  folder: string,
  gatewayPort: number,
  pids: Pids,
): Promise<Limited> {
  const kannel: Kannel = await startKannel(folder);
  const given = {
    preset: "kannel",
    url: `http://127.0.0.1:${kannel.port}/cgi-bin/sendsms`,
    username: "bench",
    password: kannel.password,
    callbackUrl: `http://127.0.0.1:${gatewayPort}`,
    webhookToken: randomSecret(),
    tps: 10_000,
    window: 50,
  };
  const behaviour = { answerAfterMs: 0, hasReceipts: true };
  const scenario = { name: KANNEL, messages: 3_000, behaviour, given };
  return measure({ ...bench, network: kannel.network }, scenario, pids);
}
