import { afterAll, beforeAll, inject, vi } from "vitest";
import { setDatabaseAhead } from "@/lib/clock";
import { reloadEnv } from "@/lib/env";
import { setJobRunner } from "@/lib/jobs/wake/wake";
import { woken } from "@/tests/support/server/send";

// Before each test file. Most share a process, which imports the application once; so that a file finds nothing of the
// one before it, what the application keeps for its process ends with the file. All of it is in global variables named
// `gateway…`, because Next bundles each route apart.
const KEPT = /^gateway[A-Z]/;

/** What was there before the first file: the settings of the run, and what the server keeps that the run is about. */
type Beginning = { settings: NodeJS.ProcessEnv; globals: ReadonlySet<string> };
const holder = globalThis as typeof globalThis & { testsBegan?: Beginning };

async function begin(): Promise<Beginning> {
  if (inject("server") !== "none") {
    const { openTestedServer } = await import("@/tests/support/server/tested-server");
    await openTestedServer();
  }
  return { settings: { ...process.env }, globals: new Set(Object.keys(globalThis)) };
}

holder.testsBegan ??= await begin();
const { settings, globals } = holder.testsBegan;

beforeAll(() => {
  setJobRunner({ wake: (job) => woken.push(job) });
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  woken.length = 0;
  // Every bundle holds the clock by itself: it stays, and is set back.
  setDatabaseAhead(undefined);
  for (const name of Object.keys(globalThis)) {
    if (KEPT.test(name) && !globals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
  reloadEnv();
});
