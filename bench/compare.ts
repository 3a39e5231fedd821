import path from "node:path";
import { wholeNumber } from "@/bench/lib/base/options";
import { percentilesOf } from "@/bench/lib/base/percentiles";
import { runBench } from "@/bench/lib/base/run-bench";
import { tableOf } from "@/bench/lib/base/table";
import { openClosedBench } from "@/bench/lib/closed/closed-bench";
import type { Numbers } from "@/bench/lib/closed/figures";
import { measure } from "@/bench/lib/closed/measure";
import { allScenarios, type ClosedBench } from "@/bench/lib/closed/scenarios";
import { openStage } from "@/bench/lib/stage/stage";
import { CommandError } from "@/server/base/command-error";

// Measures several builds in turns. It shows the gain of a change on a machine whose speed differs from
// minute to minute.

const USAGE = `Usage: npm run bench -- compare SCENARIO ROUNDS SECONDS VARIANT VARIANT [...]
  SCENARIO   part of the name of a scenario of --closed, such as "single json, 1 account @16"
  VARIANT    a built checkout's folder, with options of Node and settings for it: ". --single-threaded-gc REQUEST_LOG=no".
             CELLS=3 spreads its accounts over three databases`;

const COLUMNS = ["server", "database", "p99", "rate", "serverMiB"] satisfies (keyof Numbers)[];
const HEAD = ["best / median", "server, us", "database, us", "p99, ms", "a second", "MiB"];

/** Reads a variant of the command line. Settings are words such as `REQUEST_LOG=no`. */
function readVariant(variant: string) {
  const [root = ".", ...words] = variant.split(" ");
  const isSetting = (word: string) => /^[A-Z_]+=/.test(word);
  const { CELLS = "1", ...settings } = Object.fromEntries(
    words
      .filter(isSetting)
      .map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]),
  );
  return {
    root: path.resolve(root),
    nodeOptions: words.filter((word) => !isSetting(word)),
    cells: wholeNumber(CELLS, "CELLS"),
    settings,
  };
}

/** Returns the best and the middle of the rounds: other load on the machine only makes a round worse. */
function bestAndMedian(rounds: readonly Numbers[], column: keyof Numbers): string {
  const { p50, max } = percentilesOf(rounds.map((numbers) => numbers[column] ?? Number.NaN));
  const best = column === "rate" ? max : Math.min(...rounds.map((numbers) => numbers[column] ?? Number.NaN));
  return [best, p50].map((one) => one.toFixed(one < 100 ? 1 : 0)).join(" / ");
}

runBench(async () => {
  const [only = "", roundsText = "", secondsText = "", ...variants] = process.argv.slice(2);
  if (variants.length < 2) throw new CommandError(USAGE);
  const [rounds, seconds] = [wholeNumber(roundsText, "ROUNDS"), wholeNumber(secondsText, "SECONDS")];
  const benches: ClosedBench[] = [];
  for (const variant of variants)
    benches.push(await openClosedBench(await openStage(), readVariant(variant)));
  const all = benches.map(allScenarios);
  const names = (all[0] ?? []).map(({ name }) => name);
  const chosen = names.filter((name) => name.includes(only));
  if (chosen.length === 0) throw new CommandError(`No scenario has that in its name:\n${names.join("\n")}`);
  const failures: string[] = [];
  for (const name of chosen) {
    const measured: Numbers[][] = benches.map(() => []);
    // The first round warms up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, bench] of benches.entries()) {
        const scenario = all[index]?.find((one) => one.name === name);
        if (!scenario) continue;
        const { numbers, samples, wrong } = await measure(bench, scenario, seconds);
        failures.push(...[...samples, ...wrong].map((line) => `${variants[index]}, ${name}: ${line}`));
        if (round > 0) measured[index]?.push(numbers);
      }
    }
    const rows = variants.map((variant, index) => [
      variant,
      ...COLUMNS.map((column) => bestAndMedian(measured[index] ?? [], column)),
    ]);
    console.log(`\n${name}, ${rounds} rounds\n${tableOf(HEAD, rows)}`);
  }
  return failures;
});
