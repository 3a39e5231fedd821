import { setTimeout as sleep } from "node:timers/promises";
import type { LimitedFigure } from "@/bench/lib/base/limits";
import { type Cell, tableOf } from "@/bench/lib/base/table";
import { watch } from "@/bench/lib/process/sampler";
import { readStatements, writeStatements } from "@/bench/lib/stage/databases";
import { type Gateway, startServer } from "@/bench/lib/stage/gateway";
import { isKannelInstalled, startHttpNetwork } from "@/bench/lib/stage/kannel";
import { makeSenders } from "@/bench/lib/stage/senders";
import { addNetwork, openStage, type Stage } from "@/bench/lib/stage/stage";
import { enableCarrier } from "@/lib/carriers/setup/carrier-rows";
import { accept } from "@/lib/messages/accept/accept";
import { CommandError } from "@/server/base/command-error";
import { testItem, testSubmission } from "@/tests/support/database/submission";

/** The limits, in messages a second, by the kind of network. `only`: a part of the names of scenarios. */
export type RatesOptions = {
  only: string;
  limits: { rate: number; latencyRate: number };
  hasKannel: boolean;
  profile: string;
};

type Scenario = {
  name: string;
  messages: number;
  answerAfterMs: number;
  /** The settings of the carrier. */
  given: Record<string, unknown>;
  limit?: keyof RatesOptions["limits"];
};

const REQUEST = 5_000;
const WARM_UP = 2_000;
const MAX_MS = 120_000;
const LOOK_MS = 50;
const AT_ONCE = { messages: 10_000, answerAfterMs: 0 };
const smpp = (window: number) => ({ binds: { transceiver: 2 }, window });
const SCENARIOS: readonly Scenario[] = [
  {
    name: "SMPP, window 10, answers after 50 ms",
    messages: 4_000,
    answerAfterMs: 50,
    given: smpp(10),
    limit: "latencyRate",
  },
  { ...AT_ONCE, name: "SMPP, window 10, answers at once", given: smpp(10) },
  {
    ...AT_ONCE,
    name: "SMPP, window 200, answers at once",
    messages: 20_000,
    given: smpp(200),
    limit: "rate",
  },
];
const KANNEL = "by Kannel";
const HEAD = ["", "a second", "wanted", "server, us", "database, us", "network, us"];

/** Measures the way from the queue to each kind of network. @returns the rates with their limits. */
export async function measureRates(options: RatesOptions): Promise<LimitedFigure[]> {
  const { profile, only, limits } = options;
  const stage = await openStage({ profile });
  const [sender] = await makeSenders(stage.db, "carriers", 1);
  const gateway = await startServer(stage, { profile, settings: { PAGES: "no" } });
  const bench = { stage, gateway, accountId: sender?.accountId ?? 0 };
  await measure(bench, { ...AT_ONCE, name: "warming up", messages: WARM_UP, given: smpp(10) });
  const all = [...SCENARIOS];
  if (options.hasKannel && isKannelInstalled())
    all.push({
      name: KANNEL,
      messages: 3_000,
      answerAfterMs: 0,
      given: await startHttpNetwork(stage, gateway),
    });
  const rows: Cell[][] = [];
  const measured: LimitedFigure[] = [];
  for (const scenario of all.filter(({ name }) => name.includes(only))) {
    if (profile) await readStatements(stage.url);
    const { rate, cells } = await measure(bench, scenario);
    if (profile) await writeStatements(stage.url, profile, scenario.name);
    const least = scenario.limit && limits[scenario.limit];
    rows.push([scenario.name, rate, least ?? "", ...cells]);
    measured.push({ name: scenario.name, figure: rate, ...(least !== undefined && { least }) });
  }
  console.log(tableOf(HEAD, rows));
  return measured;
}

type Bench = { stage: Stage; gateway: Gateway; accountId: number };

/** Fills the queue while the carrier is off, switches it on, and waits until every message is final. */
async function measure(
  { stage, gateway, accountId }: Bench,
  { name, messages, answerAfterMs, given }: Scenario,
): Promise<{ rate: number; cells: Cell[] }> {
  const { db, outside, databases } = stage;
  const carrier = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(-30)
    .replace(/^-/, "");
  await outside.set({ answerAfterMs, receipts: [["DELIVRD", 0]] });
  const id = await addNetwork(stage, carrier, given);
  await db.transaction((tx) => enableCarrier(tx, carrier, false));
  await fill(stage, { accountId, carrierId: id, messages });
  const stop = watch({ server: gateway.pid, database: databases.pid, network: outside.pid });
  await db.transaction((tx) => enableCarrier(tx, carrier, true));
  const isWaiting = async () =>
    (await db.prisma.queuedMessage.findFirst({ where: { carrierId: id }, select: { messageId: true } })) !==
    null;
  const deadline = performance.now() + MAX_MS;
  let firstAt: number | undefined;
  while ((await isWaiting()) && performance.now() < deadline) {
    await sleep(LOOK_MS);
    if ((await outside.ask("counts")).taken > 0) firstAt ??= performance.now();
  }
  const seconds = (performance.now() - (firstAt ?? performance.now())) / 1_000;
  const used = stop();
  const { taken } = await outside.ask("counts");
  const isLeft = await isWaiting();
  await db.transaction((tx) => enableCarrier(tx, carrier, false));
  if (taken !== messages || isLeft)
    throw new CommandError(
      `Of ${messages} messages ${taken} were taken${isLeft ? ", and not all are final" : ""}.`,
    );
  const micros = ({ cpuSeconds }: { cpuSeconds: number | null }) =>
    cpuSeconds === null ? null : (cpuSeconds / messages) * 1e6;
  const cells = [used.server, used.database, used.network].map(micros);
  return { rate: Math.round(messages / seconds), cells };
}

/** Puts messages of one account in the queue of a carrier, due at once. */
export async function fill(
  { db }: Stage,
  { accountId, carrierId, messages }: { accountId: number; carrierId: number; messages: number },
): Promise<void> {
  for (let made = 0; made < messages; made += REQUEST) {
    const at = new Date();
    const items = Array.from({ length: Math.min(REQUEST, messages - made) }, (_, index) =>
      testItem({ dueAt: at, carrierId, msisdn: String(64_222_000_000 + made + index) }),
    );
    await accept(db, [testSubmission(accountId, { items })], at, () => "");
  }
}
