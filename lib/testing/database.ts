import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDb } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { createDatabase, databaseUrl, dropDatabase } from "@/lib/testing/admin";

/**
 * Called at the top of a test file: gives the file a database of its own, with every migration applied and nothing
 * else in it. `db()` opens it; it is gone after the file's last test.
 */
export function useTestDatabase(): void {
  const name = `test_${randomUUID().replaceAll("-", "")}`;

  beforeAll(async () => {
    await createDatabase(inject("adminUrl"), name, inject("templateDatabase"));
    process.env.DATABASE_URL = databaseUrl(inject("adminUrl"), name);
    reloadEnv();
  });

  afterAll(async () => {
    await closeDb();
    await dropDatabase(inject("adminUrl"), name);
  });
}
