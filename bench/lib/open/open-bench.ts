import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Books } from "@/bench/lib/closed/books";
import { startLoad } from "@/bench/lib/load/load-worker";
import { NUMBERED_TEXT, singleJson } from "@/bench/lib/load/requests";
import {
  losses,
  type MeasuredRate,
  measureRate,
  openLoopTable,
  type Product,
} from "@/bench/lib/open/open-loop";
import { startServer } from "@/bench/lib/stage/gateway";
import { startKannel } from "@/bench/lib/stage/kannel";
import { makeSenders, reportTo } from "@/bench/lib/stage/senders";
import { addNetwork, type Stage } from "@/bench/lib/stage/stage";
import { CommandError } from "@/server/base/command-error";

/**
 * The rates to offer, in messages a second, and the time of each. `profile` is the folder of a processor
 * profile.
 */
export type OpenBenchOptions = {
  rates: readonly number[];
  seconds: number;
  hasPeer: boolean;
  profile: string;
};

/** The accounts that send in turn, each with a webhook endpoint. */
const ACCOUNTS = 16;
/** Messages without an answer on the connection to the network; Kannel has as many. */
const WINDOW = 100;
const WARM_UP = { perSecond: 50, seconds: 10, seed: 0 };
const MICROS_EACH = 115_000n;
/** Time for the server's first sweeps, and for Kannel to be idle. */
const REST_MS = 1_000;

/**
 * Offers messages at fixed rates to the gateway, and to Kannel if it is compared: to the same network, with
 * two reports of each message to the same receiver. The two take turns at each rate. A product that is not
 * idle again after a rate is offered no higher one.
 * @returns the results, and a sentence for each of the gateway's losses, and for each disagreement of its
 * books.
 */
export async function measureOpenLoop(
  stage: Stage,
  { rates, seconds, hasPeer, profile }: OpenBenchOptions,
): Promise<{ all: (MeasuredRate & { isPeer: boolean })[]; wrong: string[] }> {
  const { outside, databases, folder } = stage;
  await addNetwork(stage, "network", { window: WINDOW });
  const senders = await makeSenders(stage.db, "open", ACCOUNTS);
  await reportTo(stage, senders);
  const gateway = await startServer(stage, { profile });
  const products: Product[] = [
    {
      name: "gateway",
      port: gateway.port,
      requests: singleJson(senders, NUMBERED_TEXT),
      pids: { server: gateway.pid, database: databases.pid },
      isKeyed: false,
    },
  ];
  while ((await outside.ask("counts")).bound === 0) await sleep(REST_MS / 10);
  if (hasPeer) {
    const { port, requests, pids } = await startKannel(folder, outside);
    const boxes = { server: pids.smsbox, database: pids.bearerbox };
    products.push({ name: "kannel", port, requests: requests(1, true), pids: boxes, isKeyed: true });
  }
  const drivers = { load: await startLoad(), outside };
  for (const product of products)
    if ((await measureRate(product, drivers, WARM_UP)).drainedAfter === null)
      throw new CommandError(
        `${product.name} is still busy after it warmed up: other processes take the machine.`,
      );
  const books = await Books.open([{ url: stage.url, accounts: senders.map(({ accountId }) => accountId) }]);
  const all: (MeasuredRate & { isPeer: boolean })[] = [];
  const isBusy = new Set<Product>();
  for (const [index, perSecond] of rates.entries()) {
    for (const product of products) {
      if (isBusy.has(product)) {
        console.log(`${product.name}, ${perSecond} a second: not offered, since it is still busy`);
        continue;
      }
      await sleep(REST_MS);
      const measured = await measureRate(product, drivers, { perSecond, seconds, seed: index + 1 });
      all.push({ ...measured, isPeer: product.isKeyed });
      console.log([openLoopTable([measured]), ...measured.samples].join("\n"));
      if (measured.drainedAfter === null) isBusy.add(product);
    }
  }
  const ours = all.filter(({ isPeer }) => !isPeer);
  return { all, wrong: [...ours.flatMap(losses), ...(await check(stage, books, ours))] };
}

/** Compares the gateway's books with its answers, and counts webhooks without a valid signature. */
async function check(
  { outside, folder }: Stage,
  books: Books,
  ours: readonly MeasuredRate[],
): Promise<string[]> {
  const idsFile = path.join(folder, "ids");
  writeFileSync(idsFile, ours.flatMap(({ ids }) => ids).join("\n"));
  const messages = ours.reduce((sum, { accepted }) => sum + accepted, 0);
  const unanswered = ours.reduce((sum, measured) => sum + measured.unanswered, 0);
  const expected = { messages, unanswered, perRequest: 1, microsEach: MICROS_EACH, sent: false };
  const wrong = await books.check(expected, idsFile);
  await books.close();
  const { unsigned } = await outside.ask("counts");
  return unsigned === 0 ? wrong : [...wrong, `${unsigned} webhooks have no valid signature`];
}
