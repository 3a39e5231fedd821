import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readOptions } from "@/bench/lib/base/options";
import { describeMachine, runBench } from "@/bench/lib/base/run-bench";
import { NETWORKS, openClosedBench } from "@/bench/lib/closed/closed-bench";
import { type Figures, figuresTable, medianFigures } from "@/bench/lib/closed/figures";
import { measure } from "@/bench/lib/closed/measure";
import { allScenarios, type ClosedBench, type Scenario } from "@/bench/lib/closed/scenarios";
import { measureOpenLoop } from "@/bench/lib/open/open-bench";
import { openLoopTable } from "@/bench/lib/open/open-loop";
import { readStatements, writeStatements } from "@/bench/lib/stage/databases";
import { openStage, type Stage } from "@/bench/lib/stage/stage";
import { CommandError } from "@/server/base/command-error";
import { ROOT } from "@/server/base/root";

const USAGE = `Usage: npm run bench [-- options]
  Sends at fixed rates to a network, without a wait for answers, and follows each message to its webhooks.
  --rates LIST       messages a second, instead of 250,500,1000,2000
  --seconds N        seconds of each rate, or of each scenario; 20 and 10 unless told
  --peer kannel      the same by Kannel, if it is installed
  --closed           instead: as much as connections that wait for their answers can send, in many scenarios
  --only NAME        --closed, only scenarios with this in their name, and those of the peer beside them
  --network KIND     of --closed: smpp, http (by way of Kannel) or simulator; smpp unless told
  --rounds N         of --closed: all scenarios N times in turn, and the median of each figure; 3 unless told
  --database URL     a PostgreSQL server whose role may create databases, instead of an embedded one
  --profile FOLDER   writes there the server's processor time, and the statements of the embedded database`;

const DEFAULTS = {
  rates: "250,500,1000,2000",
  seconds: 0,
  peer: "",
  closed: false,
  only: "",
  network: "smpp",
  rounds: 3,
  database: "",
  profile: "",
};

const options = readOptions(USAGE, DEFAULTS, process.argv.slice(2));
const WARM_UP_SECONDS = 3;

runBench(async () => {
  if (!["", "kannel"].includes(options.peer)) throw new CommandError(`--peer must be kannel.\n${USAGE}`);
  const stage = await openStage(options);
  const machine = describeMachine(ROOT, stage.databases.version);
  console.log(machine);
  const { results, wrong } = options.closed || options.only ? await closed(stage) : await open(stage);
  const folder = path.join(ROOT, "bench", "results");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${new Date().toISOString().replaceAll(":", "-")}.json`);
  const { database: _, ...shown } = options;
  writeFileSync(file, `${JSON.stringify({ machine, options: shown, results }, null, 2)}\n`);
  console.log(`\nSaved as ${path.relative(ROOT, file)}`);
  return wrong;
});

type Outcome = { results: object; wrong: string[] };

/** The headline: fixed rates. */
async function open(stage: Stage): Promise<Outcome> {
  const rates = options.rates.split(",").map(Number);
  if (!rates.every((rate) => rate > 0)) throw new CommandError(`--rates must be numbers.\n${USAGE}`);
  const [seconds, hasPeer] = [options.seconds || 20, options.peer !== ""];
  const { all, wrong } = await measureOpenLoop(stage, { rates, seconds, hasPeer, profile: options.profile });
  console.log(`\n${openLoopTable(all)}`);
  return { results: all.map(({ ids: _, ...measured }) => measured), wrong };
}

/** All scenarios of a closed load. */
async function closed(stage: Stage): Promise<Outcome> {
  const { profile, seconds } = options;
  const network = NETWORKS.find((name) => name === options.network);
  if (!network) throw new CommandError(`--network must be one of ${NETWORKS.join(", ")}.\n${USAGE}`);
  const bench = await openClosedBench(stage, {
    hasPeer: options.peer !== "",
    network,
    profile,
  });
  const all = allScenarios(bench);
  const scenarios = chosen(all);
  const warmUp = all.find(({ name }) => name.startsWith("single json")) as Scenario;
  await run(bench, { ...warmUp, name: "warming up" }, WARM_UP_SECONDS);
  const rounds: Figures[][] = scenarios.map(() => []);
  // Each round has all scenarios, so that other load on the machine meets all of them.
  for (let round = 0; round < Math.max(1, options.rounds); round++) {
    for (const [index, scenario] of scenarios.entries()) {
      const isTimed = profile !== "" && options.database === "";
      if (isTimed) await readStatements(stage.url);
      rounds[index]?.push(await run(bench, scenario, seconds || 10));
      if (isTimed) await writeStatements(stage.url, profile, scenario.name);
    }
  }
  const medians = rounds.map((each) => medianFigures(each as [Figures, ...Figures[]]));
  console.log(`\n${figuresTable(medians)}`);
  // Failures of another product are shown, and do not fail the run.
  const wrong = medians
    .filter(({ name }) => !name.startsWith("kannel, "))
    .flatMap(({ name, errors, wrong }) => [
      ...(errors > 0 ? [`${name}: ${errors} requests failed`] : []),
      ...wrong.map((sentence) => `${name}: ${sentence}`),
    ]);
  return { results: medians, wrong };
}

/** Returns the scenarios that `--only` names, with those of the peer that they are compared with. */
function chosen(all: readonly Scenario[]): Scenario[] {
  const named = all.filter(({ name }) => name.includes(options.only));
  if (named.length === 0)
    throw new CommandError(`No scenario has that in its name:\n${all.map(({ name }) => name).join("\n")}`);
  const peers = new Set(named.map(({ peer }) => peer));
  return all.filter((scenario) => named.includes(scenario) || peers.has(scenario.name));
}

/** Measures one scenario, and prints a line about it. */
async function run(bench: ClosedBench, scenario: Scenario, seconds: number): Promise<Figures> {
  const figures = await measure(bench, scenario, seconds);
  const { rate, p99 } = figures.numbers;
  console.log(`${figures.name}: ${Math.round(rate ?? 0)} a second, p99 ${p99?.toFixed(1)} ms`);
  for (const line of [...figures.samples, ...figures.wrong]) console.log(`  ${line}`);
  return figures;
}
