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

/** The last line of a test run. */
export function summary({ passed, failed, skipped }: TestResults): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export function addResults(one: TestResults, other: TestResults): TestResults {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
