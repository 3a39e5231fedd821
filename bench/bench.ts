import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startKannel } from "@/bench/lib/carriers/kannel";
import { openDatabases, readStatements } from "@/bench/lib/databases";
import { openFolder, startDrivers } from "@/bench/lib/drivers";
import type { Figures } from "@/bench/lib/figures/figures";
import { medianOf } from "@/bench/lib/figures/medians";
import { goalsOf, ratiosOf } from "@/bench/lib/figures/ratios";
import { goalLines, tableOf } from "@/bench/lib/figures/table";
import { profiling, startGateway } from "@/bench/lib/gateway";
import { isPeer } from "@/bench/lib/kannel-scenarios";
import { measure } from "@/bench/lib/measure";
import { type Options, readOptions } from "@/bench/lib/options";
import { describeMachine, type Machine } from "@/bench/lib/process/machine";
import type { Bench, Scenario } from "@/bench/lib/scenario";
import { allScenarios, soak } from "@/bench/lib/scenarios";
import { BENCH_ACCOUNTS, makeBenchSenders, makeSenders } from "@/bench/lib/senders";
import { openDatabase } from "@/lib/db/client";
import { endAll } from "@/lib/shutdown";
import { CommandError, runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";

// How fast the gateway is, beside what it could be and beside another product: npm run bench

const WARM_UP_SECONDS = 3;

async function prepare(options: Options): Promise<{ bench: Bench; machine: Machine }> {
  const folder = openFolder();
  const databases = await openDatabases(ROOT, options.database, options.profile !== undefined);
  const machine = describeMachine(ROOT, folder, databases.version);

  const drivers = await startDrivers();
  const { receivers } = drivers;
  const senders = await makeBenchSenders(databases.url, receivers);
  const aloneDb = openDatabase(databases.aloneUrl, 4);
  const alone = (await makeSenders(aloneDb, "alone", BENCH_ACCOUNTS)).map(({ accountId }) => accountId);
  await aloneDb.close();

  const started = { root: ROOT, databaseUrl: databases.url, authSecret: randomSecret(), receivers, folder };
  const gateway = await startGateway({ ...started, nodeOptions: profiling(options.profile) });
  const kannel = options.peer ? await startKannel(folder) : null;
  const { seconds } = options;
  const bench = { ...drivers, ...senders, seconds, databases, gateway, kannel, folder, alone };
  return { bench, machine };
}

/** The scenarios that were asked for, with those they are compared with, which a profile leaves out. */
function chosen(all: readonly Scenario[], { only, profile }: Pick<Options, "only" | "profile">): Scenario[] {
  if (only.length === 0) return [...all];
  const asked = all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (asked.length === 0) {
    throw new CommandError(`No scenario has that in its name:\n${all.map(({ name }) => name).join("\n")}`);
  }
  if (profile !== undefined) return asked;
  const beside = new Set(asked.flatMap((scenario) => Object.values(scenario.beside)));
  return all.filter((scenario) => asked.includes(scenario) || beside.has(scenario.name));
}

/** Measures one scenario, and prints a line about it. */
async function run(bench: Bench, scenario: Scenario, seconds: number): Promise<Figures> {
  const figures = await measure(bench, scenario, seconds);
  const rate = Math.round(figures.rate).toLocaleString("en");
  console.log(`${figures.name}: ${rate} ${figures.unit} a second, p99 ${figures.p99Ms.toFixed(1)} ms`);
  for (const line of [...figures.samples, ...figures.wrong]) console.log(`  ${line}`);
  return figures;
}

/** Prints the statements that took the database's time, on a database server of our own. */
async function writeStatements(
  { databases }: Bench,
  { name, books }: Scenario,
  options: Options,
): Promise<void> {
  if (options.database !== undefined || options.profile === undefined) return;
  const statements = await readStatements(books?.database === "alone" ? databases.aloneUrl : databases.url);
  mkdirSync(options.profile, { recursive: true });
  const file = path.join(options.profile, `${name.replaceAll(/[^a-z0-9@]+/gi, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(statements, null, 2)}\n`);
}

type Saved = { machine: Machine; options: Options; all: readonly Figures[]; rounds: readonly Figures[][] };

function save({ machine, options, all, rounds }: Saved): string {
  const folder = path.join(ROOT, "bench", "results");
  mkdirSync(folder, { recursive: true });
  const at = new Date();
  const file = path.join(folder, `${at.toISOString().replaceAll(":", "-")}.json`);
  const { database, ...shown } = options;
  const scenarios = all.map((figures) => ({ ...figures, ratios: ratiosOf(figures, all) }));
  const result = {
    at,
    machine,
    options: shown,
    ownDatabase: database === undefined,
    scenarios,
    rounds,
    goals: goalsOf(all),
  };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return path.relative(ROOT, file);
}

/** Measures what goes to networks, in a process of its own. @returns whether it is as much as is wanted. */
async function measureCarriers(withKannel: boolean): Promise<boolean> {
  console.log("\nFrom the queue to networks");
  const args = ["--import", "tsx", path.join(ROOT, "bench", "carriers.ts")];
  const child = spawn(process.execPath, withKannel ? args : [...args, "--without-kannel"], {
    stdio: "inherit",
  });
  const [code] = (await once(child, "close")) as [number | null];
  return code === 0;
}

runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  shutDownOnSignals();
  try {
    const { bench, machine } = await prepare(options);
    console.log(machine);
    const scenarios = chosen(allScenarios(bench), options);
    const rounds: Figures[][] = [];
    // A first run is slow and is not measured.
    await run(bench, { ...soak(bench), name: "warming up", soak: false }, WARM_UP_SECONDS);
    // Round after round, so that what else the machine does meets all of them.
    for (let round = 1; round <= options.rounds; round++) {
      const measured: Figures[] = [];
      for (const scenario of scenarios) {
        measured.push(await run(bench, scenario, options.seconds));
        if (options.profile !== undefined) await writeStatements(bench, scenario, options);
      }
      rounds.push(measured);
    }
    const all = scenarios.map((_, index) => medianOf(rounds.map((round) => round[index] as Figures)));
    if (options.soakSeconds !== null) all.push(await run(bench, soak(bench), options.soakSeconds));
    console.log(
      `\n${tableOf(all)}\n\n${goalLines(goalsOf(all))}\n\nSaved as ${save({ machine, options, all, rounds })}`,
    );
    // Failures of another product are shown, and do not fail the run.
    const failed = all.filter(({ name, errors, wrong }) => !isPeer(name) && (errors > 0 || wrong.length > 0));
    if (failed.length > 0)
      console.error(`\nErrors, or books that disagree: ${failed.map(({ name }) => name).join("; ")}`);
    process.exitCode = failed.length > 0 ? 1 : 0;
    await endAll();
    if (options.only.length === 0 && !(await measureCarriers(options.peer))) process.exitCode = 1;
  } catch (error) {
    await endAll();
    throw error;
  }
});
