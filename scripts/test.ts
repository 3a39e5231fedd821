import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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
import { startThrowawayPostgres } from "@/tests/support/server/server";
import { readResults, summary, type TestResults } from "@/tests/support/server/test-results";

const READY_TIMEOUT_MS = 180_000;

/** One run of vitest: what answers the calls, and which tests run. */
type Run = { title: string; server: string; args: string[] };

const TITLES: Record<string, string> = {
  none: "by the handlers themselves",
  own: "by our own server",
  next: "by Next",
};

/** Most tests call handlers and functions. They are the longest run, and begin while the application is built. */
const TOGETHER: Run = {
  title: runTitle("none"),
  server: "none",
  args: ["--project", "together", "--project", "over schemas", "--project", "in a cell"],
};

/**
 * The other tests without a browser, one run after the other, once the application is built. Those that start processes
 * mostly wait for these, or for a minute's lease to run out. A server is loaded once by each process that asks it: one
 * process takes the least of both.
 */
const BUILT: readonly Run[] = [
  {
    title: "in processes of their own",
    server: "none",
    args: ["--project", "apart", "--maxWorkers", String(1 + availableParallelism())],
  },
  { title: runTitle("own"), server: "own", args: ["--maxWorkers", "1"] },
  { title: runTitle("next"), server: "next", args: ["--maxWorkers", "1"] },
];

function runTitle(server: string): string {
  return TITLES[server] ?? server;
}

type Environment = Record<string, string>;

/** A program of a package, by its path: what npx would run, without npx's start-up time. */
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

/** Runs some of the tests: see vitest.config.ts. */
async function runVitest({ server, args }: Run, adminUrl: string, folder: string): Promise<TestResults> {
  const file = path.join(folder, `vitest-${randomUUID()}.json`);
  const env = { TEST_SERVER: server, TEST_DATABASE_ADMIN_URL: adminUrl, TEST_RESULTS_FILE: file };
  const code = await exitCode(node([program("vitest", "vitest.mjs"), "run", ...args], env));
  return readResults(file, code);
}

/** Builds the application in a process of its own, which says by itself what went wrong. */
async function buildApplication(): Promise<void> {
  const code = await exitCode(node([path.join(ROOT, "scripts", "lib", "build.mjs")], {}));
  if (code !== 0) throw new CommandError("The application could not be built.");
}

/** Runs Playwright against a production server with its own database and port. */
async function runPlaywright(databaseUrl: string, folder: string): Promise<TestResults> {
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
    ...{
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
    },
    ...{ AUTH_SECRET: randomSecret(), LOG_LEVEL: "warn" },
    // The tests must also pass at night.
    ...{ NIGHT_START: "00:00", NIGHT_END: "00:00" },
    // Cards are taken, so that pages show it. No test has the server ask Stripe for anything.
    ...{
      APP_URL: baseUrl,
      STRIPE_SECRET_KEY: "sk_test_of_the_tests",
      STRIPE_WEBHOOK_SECRET: "whsec_of_the_tests",
    },
  });
  const ended = exitCode(server);
  await waitUntilReady(`${baseUrl}/readyz`, server);

  const file = path.join(folder, "playwright.json");
  const env = {
    ...{ E2E_BASE_URL: baseUrl, E2E_USER_ID: account.email, E2E_PASSWORD: account.password },
    ...{ E2E_ADMIN_ID: administrator.email, E2E_ADMIN_PASSWORD: administrator.password },
    // For what only a mailbox would tell.
    E2E_DATABASE_URL: databaseUrl,
    TEST_RESULTS_FILE: file,
  };
  const code = await exitCode(node([program("@playwright/test", "cli.js"), "test"], env));
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

runCommand(async () => {
  const filters = process.argv.slice(2);
  const { TEST_SERVER } = process.env;
  // With a filter or a server named, only those unit tests run, and no browser test.
  const isWhole = filters.length === 0 && !TEST_SERVER;
  shutDownOnSignals();
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-run-"));
  onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
  try {
    const postgres = await startThrowawayPostgres({ inMemory: true });
    onShutdown("resources", postgres.stop);
    const results = new Map<string, TestResults>();
    const runAll = async (runs: readonly Run[]) => {
      for (const run of runs) results.set(run.title, await runVitest(run, postgres.url("postgres"), folder));
    };
    const server = TEST_SERVER || "none";
    const runBuilt = async () => {
      await buildApplication();
      await runAll(BUILT);
    };
    if (isWhole) {
      await Promise.all([runAll([TOGETHER]), runBuilt()]);
      // A page has ten seconds to show something: nothing else runs beside the browser's tests.
      results.set("in the browser", await runPlaywright(postgres.url(), folder));
    } else await runAll([{ title: runTitle(server), server, args: filters }]);
    await endAll();
    console.log(summary(results));
    const ran = [...results.values()];
    process.exitCode = ran.some(({ passed, failed }) => failed > 0 || passed === 0) ? 1 : 0;
  } catch (error) {
    await endAll();
    throw error;
  }
});
