import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { MIGRATIONS, migrate } from "@/lib/db/migrations/migrate";
import { newId } from "@/lib/ids";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";

/** A database before a migration, with one connection to it. */
export type Earlier = { url: string; client: pg.Client; remove: () => Promise<void> };

/** Creates a database with only the migrations before one, which is given by the beginning of its name. */
export async function databaseBefore(migration: string): Promise<Earlier> {
  const name = `upgrade_${newId().replaceAll("-", "")}`;
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-migrations-"));
  const url = databaseUrl(inject("adminUrl"), name);
  await createDatabase(inject("adminUrl"), name);
  try {
    for (const file of readdirSync(MIGRATIONS))
      if (file < migration || file.endsWith(".toml"))
        cpSync(path.join(MIGRATIONS, file), path.join(folder, file), { recursive: true });
    await migrate(url, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const remove = async () => {
    await client.end();
    await dropDatabase(inject("adminUrl"), name);
  };
  return { url, client, remove };
}
