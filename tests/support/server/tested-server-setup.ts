import { afterAll, beforeAll, vi } from "vitest";
import { reloadEnv } from "@/lib/env";
import { woken } from "@/tests/support/server/send";
import { openTestedServer } from "@/tests/support/server/tested-server";

// Of the runs whose calls go to a server: one server for many files, each of which finds what the first one did.
let settings: NodeJS.ProcessEnv;

beforeAll(async () => {
  await openTestedServer();
  settings = { ...process.env };
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  woken.length = 0;
  // What is counted by the ids of one database's accounts must not count for the next one's.
  Object.assign(globalThis, { gatewayRateLimit: undefined });
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name];
  Object.assign(process.env, settings);
  reloadEnv();
});
