import { mkdtempSync } from "node:fs";
import path from "node:path";
import { openDatabases } from "@/bench/lib/databases";
import { openFolder, startDrivers } from "@/bench/lib/drivers";
import type { Figures } from "@/bench/lib/figures/figures";
import { startGateway } from "@/bench/lib/gateway";
import { measure } from "@/bench/lib/measure";
import { number } from "@/bench/lib/options";
import type { Bench } from "@/bench/lib/scenario";
import { allScenarios } from "@/bench/lib/scenarios";
import { makeBenchSenders } from "@/bench/lib/senders";
import { endAll } from "@/lib/shutdown";
import { CommandError, runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";

// Several builds side by side, in turns: what a change saves on a machine whose speed changes from minute to minute.

const USAGE = `Usage: node --import tsx bench/compare.ts SCENARIO ROUNDS SECONDS VARIANT VARIANT [...]
  SCENARIO   part of a scenario's name, such as "single json, 1 account @16"
  VARIANT    a built checkout's folder, with options of Node and settings for it: ". --single-threaded-gc REQUEST_LOG=no"`;

const HEADING = "   server, µs  database, µs       p99, ms      a second      MiB";

/** A variant as the command line has it: settings are words such as `REQUEST_LOG=no`. */
function readVariant(variant: string) {
  const [root = ".", ...words] = variant.split(" ");
  const isSetting = (word: string) => /^[A-Z_]+=/.test(word);
  const settings = words.filter(isSetting).map((word): [string, string] => {
    const [name = "", ...value] = word.split("=");
    return [name, value.join("=")];
  });
  return {
    root,
    nodeOptions: words.filter((word) => !isSetting(word)),
    settings: Object.fromEntries(settings),
  };
}

type Shared = Pick<Bench, "load" | "sql" | "receiver" | "receivers" | "folder" | "seconds">;

/** Starts one variant on databases of its own. */
async function startVariant(shared: Shared, variant: string): Promise<Bench> {
  const { root, nodeOptions, settings } = readVariant(variant);
  const databases = await openDatabases(ROOT, undefined, false);
  const senders = await makeBenchSenders(databases.url, shared.receivers);
  const folder = mkdtempSync(path.join(shared.folder, "variant-"));
  const gateway = await startGateway({
    root: path.resolve(root),
    databaseUrl: databases.url,
    authSecret: randomSecret(),
    receivers: shared.receivers,
    folder,
    nodeOptions,
    settings,
  });
  return { ...shared, ...senders, databases, gateway, kannel: null, folder, alone: [] };
}

/** Measures a scenario at each variant in turns. The first round warms up and is not counted. */
async function measureInTurns(name: string, rounds: number, benches: readonly Bench[]): Promise<Figures[][]> {
  const measured: Figures[][] = benches.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [place, bench] of benches.entries()) {
      const scenario = allScenarios(bench).find((one) => one.name === name);
      if (!scenario) continue;
      const figures = await measure(bench, scenario, bench.seconds);
      for (const line of [...figures.samples, ...figures.wrong])
        console.error(`Variant ${place + 1}: ${line}`);
      if (round > 0) measured[place]?.push(figures);
    }
  }
  return measured;
}

/** The best and the middle of the rounds: what else the machine did only ever makes a round worse. */
function bestAndMedian(values: readonly (number | null)[], best: "least" | "most" = "least"): string {
  const sorted = values.map((one) => one ?? 0).sort((a, b) => (best === "most" ? b - a : a - b));
  const shown = [sorted[0], sorted[Math.floor(sorted.length / 2)]].map((one = 0) =>
    one.toFixed(one < 100 ? 1 : 0),
  );
  return shown.join(" / ").padStart(14);
}

function lineOf(rounds: readonly Figures[]): string {
  return [
    bestAndMedian(rounds.map(({ microsEach }) => microsEach.server)),
    bestAndMedian(rounds.map(({ microsEach }) => microsEach.database)),
    bestAndMedian(rounds.map(({ p99Ms }) => p99Ms)),
    bestAndMedian(
      rounds.map(({ rate }) => rate),
      "most",
    ),
    bestAndMedian(rounds.map(({ peakMiB }) => peakMiB.server)),
  ].join("");
}

runCommand(async () => {
  const [only = "", roundsText = "", secondsText = "", ...variants] = process.argv.slice(2);
  if (variants.length < 2) throw new CommandError(USAGE);
  const [rounds, seconds] = [number(roundsText, "ROUNDS", 99), number(secondsText, "SECONDS", 3600)];
  shutDownOnSignals();
  try {
    const shared = { ...(await startDrivers()), folder: openFolder(), seconds };
    const benches: Bench[] = [];
    for (const variant of variants) benches.push(await startVariant(shared, variant));
    const names = benches.slice(0, 1).flatMap((bench) => allScenarios(bench).map(({ name }) => name));
    const chosen = names.filter((name) => name.includes(only));
    if (chosen.length === 0) throw new CommandError(`No scenario has that in its name:\n${names.join("\n")}`);
    for (const name of chosen) {
      const measured = await measureInTurns(name, rounds, benches);
      console.log(`${name}, best / median of ${rounds} rounds\n${HEADING}`);
      for (const [place, variant] of variants.entries())
        console.log(`${lineOf(measured[place] ?? [])}  ${variant}`);
    }
    await endAll();
  } catch (error) {
    await endAll();
    throw error;
  }
});
