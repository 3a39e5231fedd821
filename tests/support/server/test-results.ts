import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  /**
   * The failed tests, each with a reason on one line. The output of later runs hides the runner's own list.
   */
  failures: readonly string[];
  /** Every test that ran, with its duration in milliseconds. */
  times: readonly TestTime[];
};

type TestTime = { name: string; ms: number };

/** The number of slowest tests in a summary. */
const SLOWEST = 20;
/** The minimum time of a test in the summary, in milliseconds. */
const SLOW_MS = 100;

type VitestReport = {
  testResults: readonly {
    name: string;
    status?: string;
    /** The reason if a file failed before its tests. */
    message?: string;
    assertionResults: readonly {
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages?: readonly string[];
    }[];
  }[];
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};

type Failure = { message?: string };
type PlaywrightSuite = {
  title: string;
  suites?: readonly PlaywrightSuite[];
  specs?: readonly {
    title: string;
    file: string;
    tests: readonly { status: string; results: readonly { error?: Failure; duration?: number }[] }[];
  }[];
};
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites?: readonly PlaywrightSuite[];
  errors?: readonly Failure[];
};

const NOTHING: TestResults = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };

/**
 * Reads a runner's counts from its JSON report. A run that failed without a failing test counts as one
 * failure.
 */
export function readResults(file: string, exitCode: number): TestResults {
  const results = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : NOTHING;
  if (exitCode === 0 || results.failed > 0) return results;
  const { failures } = results;
  return {
    ...results,
    failed: 1,
    failures: failures.length > 0 ? failures : [`it ended with code ${exitCode}, and no test of it failed`],
  };
}

function count(report: VitestReport | PlaywrightReport): TestResults {
  if ("stats" in report) {
    const { expected, flaky, unexpected, skipped } = report.stats;
    const failures = (report.suites ?? []).flatMap((suite) => failuresOf(suite, []));
    const errors = (report.errors ?? []).map(({ message }) => firstLine(message));
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      failures: [...failures, ...errors],
      times: (report.suites ?? []).flatMap((suite) => timesOf(suite)),
    };
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    times: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${path.relative(process.cwd(), name)}: ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(process.cwd(), name);
      const failed = assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0) return status === "failed" ? [`${file}: ${firstLine(message)}`] : [];
      return failed.map(
        ({ fullName, failureMessages = [] }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
      );
    }),
  };
}

/** Returns the failed browser tests of a file. A test in a group has the group's title in front. */
function failuresOf(suite: PlaywrightSuite, groups: readonly string[]): string[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => {
        const name = [...groups, title].join(" ");
        return `${path.join("e2e", file)}: ${name}: ${firstLine(results.at(-1)?.error?.message)}`;
      }),
  );
  const inner = (suite.suites ?? []).flatMap((each) => failuresOf(each, [...groups, each.title]));
  return [...own, ...inner];
}

/** Returns the times of a file's browser tests. */
function timesOf({ specs = [], suites = [] }: PlaywrightSuite): TestTime[] {
  const own = specs.map(({ title, file, tests }) => ({
    name: `${path.join("e2e", file)}: ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration = 0 }) => sum + duration, 0),
  }));
  return [...own, ...suites.flatMap(timesOf)];
}

/** Returns a reason on one line, without a terminal's colours. */
function firstLine(message = ""): string {
  return stripVTControlCharacters(message).split("\n")[0] ?? "";
}

/**
 * Formats the slowest tests of several runs, their failures, the result of each, and the total in the last
 * line.
 */
export function summary(results: ReadonlyMap<string, TestResults>): string {
  const runs = [...results];
  const failures = runs.flatMap(([title, result]) =>
    result.failures.map((name) => `failed ${title}: ${name}`),
  );
  const times = runs
    .flatMap(([, result]) => result.times.filter(({ ms }) => ms >= SLOW_MS))
    .sort((a, b) => b.ms - a.ms);
  const slowest = times.slice(0, SLOWEST).map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s: ${name}`);
  const lines = runs.map(([title, result]) => `${title}: ${sentence(result)}`);
  const total = sentence([...results.values()].reduce(addResults));
  return [...slowest, ...failures, ...(lines.length > 1 ? lines : []), total].join("\n");
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
    times: [...one.times, ...other.times],
  };
}
