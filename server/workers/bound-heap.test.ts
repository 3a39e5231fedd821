import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { workerOptions } from "@/server/workers/bound-heap";

/** Keeps a million objects and creates six million more, each of which lives long enough to be promoted. */
const CHURN = `
  const kept = Array.from({ length: 1_000_000 }, (_, n) => ({ n, text: "kept " + n }));
  const used = () => process.memoryUsage().heapUsed;
  const inUse = used();
  const passing = new Array(200_000);
  let most = 0;
  for (let n = 0; n < 6_000_000; n++) {
    passing[n % passing.length] = { n, text: "passing " + n };
    if (n % 50_000 === 0) most = Math.max(most, used());
  }
  console.log(JSON.stringify({ inUse, most, kept: kept.length }));`;

it("keeps the heap near what is in use, however much is promoted", () => {
  const script = `import { boundHeap } from "@/server/workers/bound-heap"; boundHeap(); ${CHURN}`;
  const output = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: ROOT,
    encoding: "utf8",
    env: process.env,
  });
  const { inUse, most } = JSON.parse(output.split("\n").at(-2) ?? "") as Record<string, number>;
  expect(most).toBeLessThan(2.5 * (inUse as number));
});

it("gives a worker a larger young generation, unless its size is set", () => {
  const options = workerOptions(["--enable-source-maps"], "");
  expect(options).toEqual(["--enable-source-maps", "--max-semi-space-size=32"]);
  const run = () =>
    execFileSync(process.execPath, [...options, "-p", "process.execArgv.length"], { encoding: "utf8" });
  expect(run().trim()).toBe("4");
  expect(workerOptions(["--max-semi-space-size=64"], "")).toEqual(["--max-semi-space-size=64"]);
  expect(workerOptions([], "--max_semi_space_size=8 --trace-warnings")).toEqual([]);
});
