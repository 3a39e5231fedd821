import { existsSync, readFileSync } from "node:fs";

export type TestResults = { passed: number; failed: number; skipped: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } };

/** What a runner counted, from its JSON report. A run that failed otherwise than by a test counts as one failure. */
export function readResults(file: string, exitCode: number): TestResults {
  const results = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  return exitCode === 0 || results.failed > 0 ? results : { ...results, failed: 1 };
}

function count(report: VitestReport | PlaywrightReport): TestResults {
  if ("stats" in report) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** How each of several runs went, and in the last line what it comes to. */
export function summary(results: ReadonlyMap<string, TestResults>): string {
  const lines = [...results].map(([title, result]) => `${title}: ${sentence(result)}`);
  const total = sentence([...results.values()].reduce(addResults));
  return lines.length > 1 ? [...lines, total].join("\n") : total;
}

function sentence({ passed, failed, skipped }: TestResults): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function addResults(one: TestResults, other: TestResults): TestResults {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
