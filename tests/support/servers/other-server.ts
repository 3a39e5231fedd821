import type { TestProject } from "vitest/node";
import { startThrowawayPostgres } from "@/tests/support/server/server";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a database on another PostgreSQL server, for the cells of a run with accounts there. */
    otherAdminUrl: string;
  }
}

/** Runs once for a run with accounts in a cell. Starts the server of its cells. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres({ inMemory: true });
  project.provide("otherAdminUrl", postgres.url("postgres"));
  return postgres.stop;
}
