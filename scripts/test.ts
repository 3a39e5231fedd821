import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WALK } from "@/e2e/test";
import { createAccount } from "@/lib/accounts/create-account";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { endAll, onShutdown } from "@/lib/shutdown";
import { commandFile } from "@/scripts/lib/bundle.mjs";
import { CommandError, runCommand } from "@/server/base/command-error";
import { freePort } from "@/server/base/free-port";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";
import { createDatabase, databaseUrl } from "@/tests/support/database/admin";
import { readResults, summary, type TestResults } from "@/tests/support/server/test-results";
import { changedFiles, testsNear } from "@/tests/support/tiers/changed";
import { startTestPostgres } from "@/tests/support/tiers/test-postgres";

const READY_TIMEOUT_MS = 180_000;

/** One run of vitest: some projects of vitest.config.ts, and further arguments. */
type Run = { title: string; projects: readonly string[]; args?: readonly string[] };

/** The tests without a build. They begin while the application is built. */
const FAST: Run = { title: "without a build", projects: ["unit", "database", "server", "apart"] };
const WIDER: Run = {
  title: FAST.title,
  projects: [...FAST.projects, "thorough", "over schemas", "in a cell"],
};

/**
 * The other tests without a browser, one run after the other, once the application is built. Tests that start
 * processes mostly wait for these, or for the end of a minute's lease. Each process that calls Next loads it once.
 */
const BUILT: readonly Run[] = [
  {
    title: "in processes of their own",
    projects: ["processes"],
    args: ["--maxWorkers", String(1 + availableParallelism())],
  },
  { title: "through Next", projects: ["through Next"], args: ["--maxWorkers", "1"] },
];

/** The tests of the API with accounts in a cell that a cluster of Citus has placed on a node. */
const ON_CLUSTER: Run = { title: "on a cluster", projects: ["on a cluster"] };

const CLUSTER_MISSING =
  "CLUSTER_URL is not set: it is the address of the coordinator of a Citus cluster, with a role that may create schemas.";

/** The files that pages are made of. A change of one of them also runs the tests of the browser. */
const SHOWN = /^(app|components|e2e|public|server)\/(?!.*\.test\.tsx?$)/;

type Environment = Record<string, string>;

/** Returns the path of a package's program: npx would run the same, with a start-up time of its own. */
function program(name: string, file: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}

function node(args: string[], env: Environment): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  onShutdown("resources", () => child.kill("SIGTERM"));
  return child;
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** Runs some of the tests. */
async function runVitest({ projects, args = [] }: Run, folder: string, adminUrl = ""): Promise<TestResults> {
  const file = path.join(folder, `vitest-${randomUUID()}.json`);
  const env = { TEST_DATABASE_ADMIN_URL: adminUrl, TEST_RESULTS_FILE: file };
  const chosen = projects.flatMap((name) => ["--project", name]);
  const code = await exitCode(node([program("vitest", "vitest.mjs"), "run", ...chosen, ...args], env));
  return readResults(file, code);
}

/** Returns the last commit that this branch shares with main: later changes are the branch's own. */
function lastCommonCommit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  for (const main of ["origin/main", "main"]) {
    try {
      return git("merge-base", "HEAD", main);
    } catch {
      // There is no such branch.
    }
  }
  throw new CommandError("There is no branch main to compare with: name a commit, as in --changed=HEAD~1.");
}

/** Builds the application in a process of its own, which reports its errors itself. */
async function buildApplication(): Promise<void> {
  const code = await exitCode(node([path.join(ROOT, "scripts", "lib", "build.mjs")], {}));
  if (code !== 0) throw new CommandError("The application could not be built.");
}

/** Runs Playwright against a production server with its own database and port: all of its tests, or those of `WALK`. */
async function runPlaywright(databaseUrl: string, folder: string, isAll: boolean): Promise<TestResults> {
  const account = { email: "e2e@example.com", password: randomSecret(), name: "End to end" };
  const administrator = { email: "e2e-admin@example.com", password: randomSecret(), name: "Administrator" };
  await migrate(databaseUrl);
  const database = openDatabase(databaseUrl, 1);
  await createAccount(database, { ...account, balanceMicros: 100_000_000n, unicode: true }, new Date());
  await createAccount(database, { ...administrator, admin: true }, new Date());
  await database.close();

  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = node([commandFile("start")], {
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    AUTH_SECRET: randomSecret(),
    LOG_LEVEL: "warn",
    // The tests must also pass at night.
    NIGHT_START: "00:00",
    NIGHT_END: "00:00",
    // Payments by card are on, so that pages show them. No test makes the server call Stripe.
    APP_URL: baseUrl,
    STRIPE_SECRET_KEY: "sk_test_of_the_tests",
    STRIPE_WEBHOOK_SECRET: "whsec_of_the_tests",
  });
  const ended = exitCode(server);
  await waitUntilReady(`${baseUrl}/readyz`, server);

  const file = path.join(folder, "playwright.json");
  const env = {
    E2E_BASE_URL: baseUrl,
    E2E_USER_ID: account.email,
    E2E_PASSWORD: account.password,
    E2E_ADMIN_ID: administrator.email,
    E2E_ADMIN_PASSWORD: administrator.password,
    // Some tests read emails from the database.
    E2E_DATABASE_URL: databaseUrl,
    TEST_RESULTS_FILE: file,
    E2E_LOOKS: isAll ? "all" : "first",
  };
  const chosen = isAll ? [] : ["--grep", WALK];
  const code = await exitCode(node([program("@playwright/test", "cli.js"), "test", ...chosen], env));
  server.kill("SIGTERM");
  await ended;
  return readResults(file, code);
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new CommandError("The server for the browser tests did not become ready.");
}

/** Runs vitest's projects in turn beside the build, and the browser's tests after them, alone: a page has ten seconds. */
async function runWhole(
  isAll: boolean,
  args: readonly string[],
  folder: string,
): Promise<Map<string, TestResults>> {
  const results = new Map<string, TestResults>();
  const postgres = await startTestPostgres();
  onShutdown("resources", postgres.stop);
  const runAll = async (runs: readonly Run[]) => {
    for (const run of runs) {
      const given = { ...run, args: [...(run.args ?? []), ...args] };
      results.set(run.title, await runVitest(given, folder, postgres.adminUrl));
    }
  };
  const runBuilt = async () => {
    await buildApplication();
    if (isAll) await runAll(BUILT);
  };
  await Promise.all([runAll([isAll ? WIDER : FAST]), runBuilt()]);
  const name = "browser";
  await createDatabase(postgres.adminUrl, name);
  results.set("in the browser", await runPlaywright(databaseUrl(postgres.adminUrl, name), folder, isAll));
  return results;
}

/** Runs the tests of vitest that the arguments choose, and no test of the browser. */
async function runChosen(
  isAll: boolean,
  args: readonly string[],
  folder: string,
): Promise<Map<string, TestResults>> {
  const all = [...WIDER.projects, ...BUILT.flatMap(({ projects }) => projects)];
  const projects = args.includes("--project") ? [] : isAll ? all : FAST.projects;
  return new Map([["chosen", await runVitest({ title: "chosen", projects, args }, folder)]]);
}

runCommand(async () => {
  const [command, ...given] = process.argv.slice(2);
  const isCluster = command === "test:cluster";
  if (isCluster && !process.env.CLUSTER_URL) throw new CommandError(CLUSTER_MISSING);
  const isAll = command === "test:all";
  shutDownOnSignals();
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-run-"));
  onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
  try {
    const option = given.find((argument) => argument.split("=")[0] === "--changed");
    const changed = option ? changedFiles(option.split("=")[1] ?? lastCommonCommit()) : [];
    const near = option ? testsNear(changed) : null;
    const args = [...given.filter((argument) => argument !== option), ...(near ?? [])];
    const isWhole =
      given.length === (option ? 1 : 0) && (near === null || changed.some((file) => SHOWN.test(file)));
    const results = isCluster
      ? new Map([[ON_CLUSTER.title, await runVitest({ ...ON_CLUSTER, args }, folder)]])
      : isWhole
        ? await runWhole(isAll, args, folder)
        : await runChosen(isAll, args, folder);
    await endAll();
    console.log(summary(results));
    const ran = [...results.values()];
    const isEmpty = ({ passed }: TestResults) => passed === 0 && !option;
    process.exitCode = ran.some((result) => result.failed > 0 || isEmpty(result)) ? 1 : 0;
  } catch (error) {
    await endAll();
    throw error;
  }
});
