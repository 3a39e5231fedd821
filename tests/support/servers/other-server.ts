import type { TestProject } from "vitest/node";
import { startThrowawayPostgres } from "@/tests/support/server/server";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a database on another PostgreSQL server, for the cells of a run that has accounts there. */
    otherAdminUrl: string;
  }
}

/** Once per run that has accounts in a cell: starts the server that its cells are on. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres({ inMemory: true });
  project.provide("otherAdminUrl", postgres.url("postgres"));
  return postgres.stop;
}
