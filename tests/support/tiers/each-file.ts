import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, vi } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The resources of a project. */
    gives: "nothing" | "database";
    /** The target of `call`: the handlers as functions, our own server, or Next. */
    server: "none" | "own" | "next";
    /**
     * The form of the cells of `useTestCells`: databases, schemas of one database, databases on another
     * server, or schemas on a cluster.
     */
    cells: "databases" | "schemas" | "servers" | "cluster";
    /** The place of the accounts of `testAccount`: the home cell, or cell 2 of three. */
    accounts: "at home" | "in a cell";
  }
}

// Runs before each test file. Most files share a process, which imports the application once. A file must not
// see state of the previous file, so the application's process-wide state is removed after each file. All of
// that state is in global variables named `gateway…`, because Next bundles each route apart. Modules are
// imported after the file has declared its mocks.
const KEPT = /^gateway[A-Z]/;

/** Every bundle has its own copy, so it is reset. */
const CLOCK = "gatewayClock";

/** The state before the first file: the settings of the run, and the names of its global values. */
type Beginning = { settings: NodeJS.ProcessEnv; globals: ReadonlySet<string> };
const holder = globalThis as typeof globalThis & { testsBegan?: Beginning };

const watchedStatements = () => import("@/tests/support/database/watched-statements");

async function begin(): Promise<Beginning> {
  if (inject("gives") === "database") (await watchedStatements()).watchStatements();
  if (inject("server") !== "none") {
    const { openTestedServer } = await import("@/tests/support/server/tested-server");
    await openTestedServer();
  }
  return { settings: { ...process.env }, globals: new Set([CLOCK, ...Object.keys(globalThis)]) };
}

holder.testsBegan ??= await begin();
const { settings, globals } = holder.testsBegan;

const application = async () => ({
  ...(await import("@/lib/clock")),
  ...(await import("@/lib/env")),
  ...(await import("@/lib/db/wake")),
  ...(await import("@/tests/support/server/woken")),
});

beforeAll(async () => {
  const { setJobRunner, woken } = await application();
  setJobRunner({ wake: (job) => woken.push(job) });
});

/** The maximum time for the remaining requests of a file to be written or given up, in milliseconds. */
const LEFT_REQUESTS_MS = 60_000;

/**
 * Waits for the remaining requests of a file. A request without a response would delay the next file in the
 * same process.
 * @returns true if all have ended.
 */
async function endRequests(): Promise<boolean> {
  if (!("gatewayRequestLogsPending" in globalThis)) return true;
  const { flushRequestLogs } = await import("@/lib/requests/request-log");
  const ended = flushRequestLogs().then(() => true);
  return Promise.race([ended, sleep(LEFT_REQUESTS_MS, false, { ref: false })]);
}

afterAll(async () => {
  vi.useRealTimers();
  const isEnded = await endRequests();
  const { reloadEnv, setDatabaseAhead, woken } = await application();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  woken.length = 0;
  setDatabaseAhead(undefined);
  for (const name of Object.keys(globalThis)) {
    if (KEPT.test(name) && !globals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
  reloadEnv();
  expect(isEnded, "the requests that are left are written, or given up").toBe(true);
  if (inject("gives") === "nothing") return;
  expect((await watchedStatements()).takeRefused(), "statements that no test may ask").toEqual([]);
});
