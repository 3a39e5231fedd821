import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { filesBelow } from "@/tests/support/house/folders";
import { sleepsIn } from "@/tests/support/house/sleeps";

/** The folders with tests. */
const FOLDERS = ["app", "bench", "components", "e2e", "inngest", "lib", "scripts", "server", "tests"];

/** The tests that let real time pass, and the reason. */
const EXCEPTIONS = new Map([
  ["e2e/offline.spec.ts", "a page asks for missing code for some seconds, by the browser's own clock"],
  ["tests/server/moves.test.ts", "callers send at a pace, so that a move can copy faster than they send"],
  ["tests/server/ordinary-stop.test.ts", "a network is slower than a limit of another process"],
]);

const ADVICE =
  "A test lets no real time pass. Wait for an event, a row or a line (expect.poll). Give time by fake timers or skipTime. Hold a response by closedGate.";

/** The word that a sleep has, in two parts: this file has none. */
const TIMEOUT = ["set", "Timeout"].join("");

it("tests let no real time pass", () => {
  const files = FOLDERS.flatMap((folder) => filesBelow(ROOT, folder)).filter((file) =>
    /\.(?:test|spec)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    sleepsIn(readFileSync(path.join(ROOT, file), "utf8")).map((line) => ({ file, line })),
  );
  const places = found.filter(({ file }) => !EXCEPTIONS.has(file)).map(({ file, line }) => `${file}:${line}`);
  expect(places, ADVICE).toEqual([]);
  expect([...EXCEPTIONS.keys()].filter((file) => !found.some((sleep) => sleep.file === file))).toEqual([]);
});

it.each([
  [`await new Promise((resolve) => ${TIMEOUT}(resolve, 100));`, [1]],
  [`\nimport { ${TIMEOUT} as sleep } from "node:timers/promises";`, [2]],
  [`import { setImmediate as nextTurn, ${TIMEOUT} } from "timers/promises";`, [1]],
  [`await page.${"waitFor"}Timeout(200);`, [1]],
  [`await db.query(sql\`select ${"pg_"}sleep(1)\`);`, [1]],
  [`test.${TIMEOUT}(60_000);`, []],
  [`vi.useFakeTimers({ toFake: ["${TIMEOUT}"] });`, []],
  ['import { setImmediate as nextTurn } from "node:timers/promises";', []],
])("finds the sleeps in %j", (text, lines) => {
  expect(sleepsIn(text)).toEqual(lines);
});
