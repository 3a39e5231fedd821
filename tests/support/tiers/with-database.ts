import type { TestProject } from "vitest/node";
import { startTestPostgres, TEMPLATE } from "@/tests/support/tiers/test-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a database on the test server, used to create others. */
    adminUrl: string;
    /** A database with every migration applied, cloned for each test file. */
    templateDatabase: string;
  }
}

type SharedServer = { adminUrl: Promise<string>; users: number; stop: () => Promise<void> };

/** The projects of a run share one server. Each project loads this module anew. */
const shared = globalThis as typeof globalThis & { gatewayTestPostgres?: SharedServer };

/** Runs once for each project with a database. Starts a server, unless TEST_DATABASE_ADMIN_URL names one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.gatewayTestPostgres ??= start();
  const started = shared.gatewayTestPostgres;
  started.users++;
  project.provide("adminUrl", await started.adminUrl);
  project.provide("templateDatabase", TEMPLATE);
  return async () => {
    started.users--;
    if (started.users === 0) await started.stop();
  };
}

function start(): SharedServer {
  const given = process.env.TEST_DATABASE_ADMIN_URL;
  if (given) return { adminUrl: Promise.resolve(given), users: 0, stop: async () => {} };
  const starting = startTestPostgres();
  return {
    adminUrl: starting.then(({ adminUrl }) => adminUrl),
    users: 0,
    stop: async () => (await starting).stop(),
  };
}
