import { setTimeout as sleep } from "node:timers/promises";
import type { LimitedFigure } from "@/bench/lib/base/limits";
import { medianOf, type Percentiles } from "@/bench/lib/base/percentiles";
import { tableOf } from "@/bench/lib/base/table";
import { fill } from "@/bench/lib/carriers/rates";
import { runLoad } from "@/bench/lib/load/load";
import { NUMBERED_TEXT, type Sender, singleJson } from "@/bench/lib/load/requests";
import { follow } from "@/bench/lib/open/follow";
import { Outside } from "@/bench/lib/outside/outside";
import { startServer } from "@/bench/lib/stage/gateway";
import { makeSenders } from "@/bench/lib/stage/senders";
import { addNetwork, openStage, SENDERS, type Stage } from "@/bench/lib/stage/stage";
import { enableCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";

/** The number of turns alone and beside the dead network, and the limit of the p99 in a hundred more. */
export type BesideDead = { rounds: number; seconds: number; deadPercent: number };

const HEALTHY_PER_SECOND = 50;
/** The messages that still come for the dead network, and those that wait for it already. */
const DEAD_PER_SECOND = 10;
const DEAD_BACKLOG = 5_000;
/** A switch is read within seconds. */
const SETTLE_MS = 6_000;
const HEAD = ["from the request to the network, ms", "p50", "p99", "p99 of each round"];

/**
 * Measures the time of messages to a network that works, alone, and beside one that takes connections and
 * answers nothing, for which thousands wait and more come.
 * @returns the growth of the p99 in a hundred, with its limit.
 */
export async function measureBesideDead({
  rounds,
  seconds,
  deadPercent,
}: BesideDead): Promise<LimitedFigure> {
  const stage = await openStage();
  const dead = await Outside.start();
  await stage.outside.set({ answerAfterMs: 20, receipts: [["DELIVRD", 0]] });
  await dead.set({ answerAfterMs: 1_000_000, receipts: [] });
  await addNetwork(stage, "healthy", { window: 50 });
  const carrierId = await addNetwork(stage, "dead", { window: 50, port: dead.ports.smpp });
  const routes = [{ prefix: "6422", targets: [{ carrier: "dead" }] }, { targets: [{ carrier: "healthy" }] }];
  await stage.db.transaction((tx) =>
    replaceRoutes(tx, { senders: { healthy: SENDERS, dead: SENDERS }, routes }),
  );
  const enable = (isOn: boolean) => stage.db.transaction((tx) => enableCarrier(tx, "dead", isOn));
  await enable(false);
  const [one, other] = (await makeSenders(stage.db, "beside", 2)) as [Sender, Sender];
  await fill(stage, { accountId: other.accountId, carrierId, messages: DEAD_BACKLOG });
  const { port } = await startServer(stage, { settings: { PAGES: "no" } });
  const send = (isDeadOn: boolean) => sendOnce(stage, { port, one, other, seconds, isDeadOn });
  await send(false);
  const [alone, beside]: [Percentiles[], Percentiles[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await enable(false);
    alone.push(await send(false));
    await enable(true);
    beside.push(await send(true));
  }
  const p99Of = (times: readonly Percentiles[]) => medianOf(times.map(({ p99 }) => p99));
  const rowOf = (name: string, times: readonly Percentiles[]) => [
    name,
    medianOf(times.map(({ p50 }) => p50)),
    p99Of(times),
    times.map(({ p99 }) => p99.toFixed(1)).join(", "),
  ];
  console.log(tableOf(HEAD, [rowOf("alone", alone), rowOf("beside a dead network", beside)]));
  const figure = (p99Of(beside) / p99Of(alone) - 1) * 100;
  return { name: "more of p99 beside a dead network, in a hundred", figure, most: deadPercent };
}

let turns = 0;

/** Sends to the healthy network for a time, and also to the dead one if it is on. */
async function sendOnce(
  { outside }: Stage,
  given: { port: number; one: Sender; other: Sender; seconds: number; isDeadOn: boolean },
): Promise<Percentiles> {
  const { port, one, other, seconds, isDeadOn } = given;
  await sleep(SETTLE_MS);
  await outside.ask("timeline");
  const job = { port, seconds, seed: ++turns, firstNumber: turns * 1_000_000 };
  const requests = singleJson([one], NUMBERED_TEXT);
  const lost = singleJson([other]).map((text) => text.replace('"to":"6421', '"to":"6422'));
  const [offered] = await Promise.all([
    runLoad({ ...job, requests, perSecond: HEALTHY_PER_SECOND }),
    ...(isDeadOn ? [runLoad({ ...job, requests: lost, perSecond: DEAD_PER_SECOND })] : []),
  ]);
  await sleep(SETTLE_MS / 2);
  const options = { perSecond: HEALTHY_PER_SECOND, isKeyed: false };
  const { network, missing, refused, unanswered } = follow(offered, await outside.ask("timeline"), options);
  if (refused + unanswered + missing.network > 0)
    throw new Error(`${missing.network} messages did not come, and ${refused + unanswered} were refused.`);
  return network;
}
