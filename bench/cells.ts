import path from "node:path";
import { BooksOfCells } from "@/bench/lib/cells/cell-books";
import { type Installation, makeCells } from "@/bench/lib/cells/make-cells";
import { type CellsOptions, readCellsOptions } from "@/bench/lib/cells/options";
import { describeServer, openServer } from "@/bench/lib/databases";
import { openFolder, startDrivers } from "@/bench/lib/drivers";
import { startGateway } from "@/bench/lib/gateway";
import type { Driven } from "@/bench/lib/load/load-job";
import { type Sender, singleJson } from "@/bench/lib/load/requests";
import { describeMachine } from "@/bench/lib/process/machine";
import { watch } from "@/bench/lib/process/sampler";
import { endAll } from "@/lib/shutdown";
import { runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";

// What a message costs where the accounts are spread over several cells, beside one: single sends of as many accounts in
// all, by one server, to databases of one PostgreSQL server. The two take turns, and each starts a server of its own, so that
// what the other one does by itself costs it nothing. It fails where the books of a cell disagree with the answers:
// npm run bench -- --cells 3

const WARM_UP_S = 3;
const SETTLE_MS = 120_000;

/** What a turn took for each message, and where its books disagree. */
type Turn = { rate: number; p99Ms: number; server: number; database: number | null; wrong: string[] };

type Prepared = {
  options: CellsOptions;
  folder: string;
  drivers: Awaited<ReturnType<typeof startDrivers>>;
  databasePid: number | null;
};

/** The senders of all cells in turn. */
function spread(senders: readonly Sender[][]): Sender[] {
  const [first = []] = senders;
  return first.flatMap((_, index) => senders.flatMap((ofCell) => ofCell[index] ?? []));
}

async function turn(
  { options, folder, drivers, databasePid }: Prepared,
  { urls, senders, setting }: Installation,
): Promise<Turn> {
  const [databaseUrl = ""] = urls;
  const gateway = await startGateway({
    root: ROOT,
    databaseUrl,
    authSecret: randomSecret(),
    receivers: drivers.receivers,
    folder,
    ...(setting === undefined ? {} : { settings: { CELLS: setting } }),
  });
  const requests = singleJson(spread(senders));
  const { seconds, connections } = options;
  const drive = (forSeconds: number, idsFile: string | null): Promise<Driven> =>
    drivers.load.run({
      host: "127.0.0.1",
      port: gateway.port,
      connections,
      seconds: forSeconds,
      requests,
      idsFile,
    });
  const books = async () =>
    BooksOfCells.open(
      urls.map((url, index) => ({
        url,
        accounts: (senders[index] ?? []).map(({ accountId }) => accountId),
      })),
    );
  const warm = await books();
  await drive(WARM_UP_S, null);
  await warm.settle(SETTLE_MS);
  await warm.close();
  const opened = await books();
  try {
    const idsFile = path.join(folder, "ids");
    const stop = watch({ server: gateway.pid, database: databasePid });
    const driven = await drive(seconds, idsFile);
    const isSettled = await opened.settle(SETTLE_MS);
    const { server, database } = stop();
    const wrong = await opened.check(driven, idsFile);
    if (!isSettled) wrong.push("the queue did not become empty in time");
    if (driven.errors > 0) wrong.push(`${driven.errors} requests failed: ${driven.samples.join("; ")}`);
    const each = (cpuSeconds: number) => (cpuSeconds / Math.max(1, driven.messages)) * 1e6;
    return {
      rate: driven.messages / driven.seconds,
      p99Ms: driven.p99Ms,
      wrong,
      server: each(server.cpuSeconds ?? 0),
      database: database.cpuSeconds === null ? null : each(database.cpuSeconds),
    };
  } finally {
    await opened.close();
    await gateway.stop();
  }
}

function say(name: string, { rate, p99Ms, server, database, wrong }: Turn): void {
  const ofDatabase = database === null ? "not known" : `${Math.round(database)} µs`;
  console.log(
    `${name}: ${Math.round(rate).toLocaleString("en")} messages a second, p99 ${p99Ms.toFixed(1)} ms, ` +
      `server ${Math.round(server)} µs, database ${ofDatabase} a message`,
  );
  for (const sentence of wrong) console.log(`  ${sentence}`);
}

const median = (figures: readonly number[]) =>
  [...figures].sort((one, other) => one - other)[figures.length >> 1] as number;

/** The medians of all turns, and the ratio of several cells to one in each turn. */
function sum(cells: number, rounds: readonly { one: Turn; several: Turn }[]): void {
  const line = (name: string, of: (turn: Turn) => number | null) => {
    const pairs = rounds.map(({ one, several }) => [of(one) ?? 0, of(several) ?? 0] as const);
    const ratio = median(pairs.map(([one, several]) => (one === 0 ? 0 : several / one)));
    const [one, several] = [median(pairs.map(([it]) => it)), median(pairs.map(([, it]) => it))];
    console.log(
      `${name.padEnd(24)}${Math.round(one).toString().padStart(8)}${Math.round(several).toString().padStart(10)}` +
        `${ratio.toFixed(2).padStart(8)}`,
    );
  };
  console.log(`\n${"medians".padEnd(24)}   1 cell${`${cells} cells`.padStart(9)}   ratio`);
  line("messages a second", ({ rate }) => rate);
  line("server, µs a message", ({ server }) => server);
  line("database, µs a message", ({ database }) => database);
}

runCommand(async () => {
  const options = readCellsOptions(process.argv.slice(2));
  shutDownOnSignals();
  try {
    const folder = openFolder();
    const admin = await openServer(ROOT, options.database, false);
    const { pid, version } = await describeServer(admin);
    console.log(describeMachine(ROOT, folder, version));
    const one = await makeCells(admin, 1);
    const several = await makeCells(admin, options.cells);
    const prepared = { options, folder, drivers: await startDrivers(), databasePid: pid };
    const rounds: { one: Turn; several: Turn }[] = [];
    for (let round = 1; round <= options.rounds; round++) {
      const ofOne = await turn(prepared, one);
      say("1 cell", ofOne);
      const ofSeveral = await turn(prepared, several);
      say(`${options.cells} cells`, ofSeveral);
      rounds.push({ one: ofOne, several: ofSeveral });
    }
    sum(options.cells, rounds);
    const isWrong = rounds.some((round) => round.one.wrong.length + round.several.wrong.length > 0);
    if (isWrong) console.error("\nErrors, or books that disagree.");
    process.exitCode = isWrong ? 1 : 0;
  } finally {
    await endAll();
  }
});
