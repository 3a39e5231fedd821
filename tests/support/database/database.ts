import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { closeDb } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { makeCells } from "@/tests/support/database/make-cells";

const WITHOUT_DATABASE = 'This test asks for a database, which the project "unit" does not give.';

/**
 * Call it at the top of a test file. It gives the file a database of its own, or with `each`, every test. The
 * database has every migration and no other rows. `db()` opens it, and it is dropped afterwards.
 */
export function useTestDatabase({ each = false }: { each?: boolean } = {}): void {
  let name = "";
  let removeCells = async () => {};

  const open = async () => {
    if (inject("gives") === "nothing") throw new Error(`${WITHOUT_DATABASE} See vitest.config.ts.`);
    name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(inject("adminUrl"), name, inject("templateDatabase"));
    process.env.DATABASE_URL = databaseUrl(inject("adminUrl"), name);
    reloadEnv();
    // Late work of an earlier test may have opened the dropped database.
    await closeDb();
    if (inject("accounts") === "in a cell") removeCells = await makeCells(inject("cells"));
  };
  const remove = async () => {
    await closeDb();
    await removeCells();
    await dropDatabase(inject("adminUrl"), name);
  };

  (each ? beforeEach : beforeAll)(open);
  (each ? afterEach : afterAll)(remove);
}
