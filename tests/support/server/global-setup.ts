import { randomUUID } from "node:crypto";
import type { TestProject } from "vitest/node";
import { migrate } from "@/lib/db/migrate";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { startThrowawayPostgres } from "@/tests/support/server/server";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a database on the test server from which others are made. */
    adminUrl: string;
    /** A database with every migration applied, cloned for each test file. */
    templateDatabase: string;
    /** What answers the calls of this run: the handlers, called as functions, or a server, asked over HTTP. */
    server: "none" | "own" | "next";
  }
}

/** Once per run: the server given by TEST_DATABASE_ADMIN_URL or one of its own, and on it a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
