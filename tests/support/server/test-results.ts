import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  /** Which tests failed, and why in a line, where the runner itself does not print them at its end. */
  failures: readonly string[];
};

type VitestReport = {
  testResults: readonly {
    name: string;
    assertionResults: readonly { fullName: string; status: string; failureMessages?: readonly string[] }[];
  }[];
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } };

/**
 * A runner's counts, from its JSON report. A run that failed without a failing test counts as one failure.
 */
export function readResults(file: string, exitCode: number): TestResults {
  const results = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0, skipped: 0, failures: [] };
  return exitCode === 0 || results.failed > 0 ? results : { ...results, failed: 1 };
}

function count(report: VitestReport | PlaywrightReport): TestResults {
  if ("stats" in report) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    return { passed: expected + flaky, failed: unexpected, skipped, failures: [] };
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages = [] }) => {
          const [reason = ""] = (failureMessages[0] ?? "").split("\n");
          return `${path.relative(process.cwd(), name)}: ${fullName}: ${reason}`;
        }),
    ),
  };
}

/** The failures of several runs, the result of each, and the total in the last line. */
export function summary(results: ReadonlyMap<string, TestResults>): string {
  const runs = [...results];
  const failures = runs.flatMap(([title, result]) =>
    result.failures.map((name) => `failed ${title}: ${name}`),
  );
  const lines = runs.map(([title, result]) => `${title}: ${sentence(result)}`);
  const total = sentence([...results.values()].reduce(addResults));
  return [...failures, ...(lines.length > 1 ? lines : []), total].join("\n");
}

function sentence({ passed, failed, skipped }: TestResults): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function addResults(one: TestResults, other: TestResults): TestResults {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
  };
}
