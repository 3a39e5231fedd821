import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readResults, summary, type TestResults } from "@/tests/support/server/test-results";

const FOLDER = mkdtempSync(path.join(tmpdir(), "gateway-results-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const times = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `a.test.ts: ${index}`, ms: index * 100 }));

const handlers: TestResults = { passed: 20, failed: 0, skipped: 1, failures: [], times: times(2) };
const next = {
  passed: 7,
  failed: 2,
  skipped: 0,
  failures: ["a.test.ts: adds: expected 3 to be 2"],
  times: [],
};

it("tells of each run, and in the last line what they come to", () => {
  const results = new Map([
    ["by the handlers themselves", handlers],
    ["by Next", next],
  ]);
  expect(summary(results).split("\n")).toEqual([
    "0.1 s: a.test.ts: 1",
    "failed by Next: a.test.ts: adds: expected 3 to be 2",
    "by the handlers themselves: 20 passed, 0 failed, 1 skipped",
    "by Next: 7 passed, 2 failed",
    "27 passed, 2 failed, 1 skipped",
  ]);
});

it("tells of one run in one line", () => {
  expect(summary(new Map([["by Next", { ...next, failures: [] }]]))).toBe("7 passed, 2 failed");
});

it("names the twenty slowest tests, the slowest first", () => {
  const lines = summary(new Map([["by Next", { ...next, failures: [], times: times(30) }]])).split("\n");
  expect(lines).toHaveLength(21);
  expect([lines[0], lines[19]]).toEqual(["2.9 s: a.test.ts: 29", "1.0 s: a.test.ts: 10"]);
});

it("reads from a report which tests failed, and why", () => {
  const file = path.join(FOLDER, "vitest.json");
  const failed = {
    fullName: "sums adds",
    status: "failed",
    failureMessages: ["Error: 3 is not 2\n    at sum"],
  };
  const passed = { fullName: "sums takes away", status: "passed", duration: 12, failureMessages: [] };
  const name = path.resolve("lib/sum.test.ts");
  writeFileSync(
    file,
    JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [{ name, assertionResults: [passed, failed] }],
    }),
  );
  expect(readResults(file, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ["lib/sum.test.ts: sums adds: Error: 3 is not 2"],
    times: [
      { name: "lib/sum.test.ts: sums takes away", ms: 12 },
      { name: "lib/sum.test.ts: sums adds", ms: 0 },
    ],
  });
});

it("reads from a browser's report which tests failed, and why", () => {
  const file = path.join(FOLDER, "playwright.json");
  const message = "\u001b[31mError: expected 1\u001b[39m\n    at page";
  const failed = { status: "unexpected", results: [{ error: { message } }] };
  const passed = { status: "expected", results: [{ duration: 7 }] };
  const spec = (title: string, test: object) => ({ title, file: "shell/a.spec.ts", tests: [test] });
  const group = { title: "a menu", specs: [spec("opens", passed), spec("closes", failed)] };
  writeFileSync(
    file,
    JSON.stringify({
      stats: { expected: 2, flaky: 0, unexpected: 2, skipped: 1 },
      suites: [
        { title: "shell/a.spec.ts", specs: [spec("goes on", failed), spec("ends", passed)], suites: [group] },
      ],
      errors: [{ message: "Error: no browser\n" }],
    }),
  );
  expect(readResults(file, 1)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    failures: [
      "e2e/shell/a.spec.ts: goes on: Error: expected 1",
      "e2e/shell/a.spec.ts: a menu closes: Error: expected 1",
      "Error: no browser",
    ],
    times: [
      { name: "e2e/shell/a.spec.ts: goes on", ms: 0 },
      { name: "e2e/shell/a.spec.ts: ends", ms: 7 },
      { name: "e2e/shell/a.spec.ts: opens", ms: 7 },
      { name: "e2e/shell/a.spec.ts: closes", ms: 0 },
    ],
  });
});

it("names a file that failed before its tests did", () => {
  const file = path.join(FOLDER, "broken.json");
  const name = path.resolve("lib/broken.test.ts");
  const broken = { name, status: "failed", message: "Error: no such module\nat 1", assertionResults: [] };
  const counts = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(file, JSON.stringify({ ...counts, testResults: [broken] }));
  expect(readResults(file, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ["lib/broken.test.ts: Error: no such module"],
    times: [],
  });
});

it("counts a run that ended badly without a failed test as one that failed, and says so", () => {
  expect(readResults(path.join(FOLDER, "none.json"), 7)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ["it ended with code 7, and no test of it failed"],
    times: [],
  });
});
