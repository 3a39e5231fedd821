import { randomUUID } from "node:crypto";
import type { TestProject } from "vitest/node";
import { migrate } from "@/lib/db/migrations/migrate";
import { bundle } from "@/scripts/lib/bundle.mjs";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { startThrowawayPostgres } from "@/tests/support/server/server";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a database on the test server, used to make others. */
    adminUrl: string;
    /** A database with every migration applied, cloned for each test file. */
    templateDatabase: string;
    /** What answers the calls of this run: the handlers, called as functions, or a server, over HTTP. */
    server: "none" | "own" | "next";
    /** What the cells of `useTestCells` are: databases, schemas of one, or databases of another server than home's. */
    cells: "databases" | "schemas" | "servers";
    /** Where `testAccount` makes accounts: at home, or in the cell 2, with one more cell beside. */
    accounts: "at home" | "in a cell";
  }
}

/**
 * Once per run: starts a server, unless TEST_DATABASE_ADMIN_URL names one, and makes a migrated template on
 * it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests start commands and servers as they are deployed.
  await bundle();
  const given = process.env.TEST_DATABASE_ADMIN_URL;
  const own = given ? undefined : await startThrowawayPostgres({ inMemory: true });
  const adminUrl = given ?? own?.url("postgres") ?? "";
  const template = `template_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(adminUrl, template);
  await migrate(databaseUrl(adminUrl, template));
  project.provide("adminUrl", adminUrl);
  project.provide("templateDatabase", template);
  return async () => {
    if (own) await own.stop();
    else await dropDatabase(adminUrl, template);
  };
}
