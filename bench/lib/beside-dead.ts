import { setTimeout as sleep } from "node:timers/promises";
import type { Limited } from "@/bench/lib/carriers/options";
import type { SmppJob } from "@/bench/lib/carriers/smpp-process";
import { sentAtText } from "@/bench/lib/carriers/smpp-server";
import { runPaced } from "@/bench/lib/load/paced-load";
import { recipient, type Sender } from "@/bench/lib/load/requests";
import { startWorker, type Worker } from "@/bench/lib/process/child";
import { makeSenders } from "@/bench/lib/senders";
import { addCarrier, enableCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import type { Database } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { onShutdown } from "@/lib/shutdown";
import { testItem, testSubmission } from "@/tests/support/database/submission";

/** What is measured, by a server that runs: `port` is where it takes messages, and `network` what takes them from it. */
export type BesideDead = {
  db: Database;
  port: number;
  network: Worker<SmppJob, number>;
  authSecret: string;
  /** How often it is measured alone and beside the dead one, in turns. */
  rounds: number;
  seconds: number;
  /** What p99 may be more, in a hundred, beside a dead network. */
  deadPercent: number;
};

const HEALTHY = { answerAfterMs: 20, hasReceipts: true };
/** It takes connections and answers nothing: worse than one that refuses them. */
const DEAD = { answerAfterMs: 1_000_000, hasReceipts: false };
const HEALTHY_PER_SECOND = 50;
/** What still comes for the dead one, and what waits for it already. */
const DEAD_PER_SECOND = 10;
const DEAD_BACKLOG = 5_000;
const SETTLE_MS = 3_000;

type Times = { p50Ms: number; p99Ms: number };

/**
 * How long messages take from the request to a network that works, while nothing is wrong, and while another one is dead
 * for which thousands wait and more come.
 * @returns what is more of p99 beside it, in a hundred, with its limit.
 */
export async function measureBesideDead(given: BesideDead): Promise<Limited> {
  const { db, network, rounds, authSecret, deadPercent } = given;
  const dead: Worker<SmppJob, number> = await startWorker("carriers/smpp-process.ts");
  onShutdown("resources", dead.stop);
  await network.run(HEALTHY);
  await dead.run(DEAD);
  const settings = { host: "127.0.0.1", systemId: "bench", password: "bench", tps: 1_000, window: 50 };
  const ids: number[] = [];
  for (const [name, worker] of [["healthy", network] as const, ["dead", dead] as const]) {
    const port = await worker.run("port");
    const added = await addCarrier(
      db,
      { name, kind: "smpp", given: { ...settings, port } },
      { authSecret, hasServer: true },
    );
    ids.push(added.id);
  }
  const senders = ["552", "2190"];
  const routes = [{ prefix: "6422", targets: [{ carrier: "dead" }] }, { targets: [{ carrier: "healthy" }] }];
  await db.transaction((tx) => replaceRoutes(tx, { senders: { healthy: senders, dead: senders }, routes }));
  await db.transaction((tx) => enableCarrier(tx, "dead", false));
  const [one, other] = (await makeSenders(db, "beside", 2)) as [Sender, Sender];
  await fillDead(db, ids[1] as number, other.accountId);
  await run(given, one, null);
  const [alone, beside]: [Times[], Times[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await db.transaction((tx) => enableCarrier(tx, "dead", false));
    alone.push(await run(given, one, null));
    await db.transaction((tx) => enableCarrier(tx, "dead", true));
    beside.push(await run(given, one, other));
  }
  const [before, after] = [medianOf(alone), medianOf(beside)];
  const more = (after.p99Ms / before.p99Ms - 1) * 100;
  console.log(
    `from request to network at ${HEALTHY_PER_SECOND} a second: alone ${told(before)}; beside a dead network for which ` +
      `${DEAD_BACKLOG.toLocaleString("en")} wait ${told(after)}: ${more.toFixed(1)}% more of p99; wanted: at most ${deadPercent}%`,
  );
  console.log(
    `each round, alone and beside: ${alone.map((each, at) => `${told(each)} | ${told(beside[at])}`).join("; ")}`,
  );
  return { name: "more of p99 beside a dead network, in a hundred", figure: more, most: deadPercent };
}

/** Messages at an even pace, and how long they took. @param other sends to the dead network meanwhile; null: nobody does. */
async function run(
  { port, network, seconds }: BesideDead,
  sender: Sender,
  other: Sender | null,
): Promise<Times> {
  // What has just been switched is read within seconds.
  await sleep(2 * SETTLE_MS);
  await network.run(HEALTHY);
  const to = (numberOf: (n: number) => string) => (n: number) => ({
    path: "/gateway/sms/out",
    parameters: { to: numberOf(n), body: sentAtText(), messageClass: "transactional" },
  });
  const healthy = { perSecond: HEALTHY_PER_SECOND, seconds, asked: to(recipient) };
  const lost = { perSecond: DEAD_PER_SECOND, seconds, asked: to((n) => String(64_221_000_000 + n)) };
  const [met] = await Promise.all([
    runPaced(port, sender, healthy),
    ...(other ? [runPaced(port, other, lost)] : []),
  ]);
  await sleep(SETTLE_MS);
  const timed = await network.run("timed");
  if (met.refused > 0 || timed !== met.answered)
    throw new Error(`Of ${met.answered} messages ${timed} came, and ${met.refused} were refused.`);
  return { p50Ms: await network.run("p50Ms"), p99Ms: await network.run("p99Ms") };
}

async function fillDead(db: Database, carrierId: number, accountId: number): Promise<void> {
  const at = new Date();
  const items = Array.from({ length: DEAD_BACKLOG }, (_, index) =>
    testItem({ dueAt: at, carrierId, msisdn: String(64_222_000_000 + index) }),
  );
  await accept(db, [testSubmission(accountId, { items })], at, () => "");
}

function medianOf(times: readonly Times[]): Times {
  const middle = (of: (each: Times) => number) =>
    times.map(of).sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return { p50Ms: middle(({ p50Ms }) => p50Ms), p99Ms: middle(({ p99Ms }) => p99Ms) };
}

const told = (times: Times | undefined) =>
  times ? `p50 ${times.p50Ms.toFixed(1)} ms, p99 ${times.p99Ms.toFixed(1)} ms` : "";
