import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { checkServer } from "@/lib/db/migrations/check-server";
import { describeDatabase } from "@/lib/db/migrations/connect";
import { diffSchema, MIGRATIONS, markRolledBack, migrate, migrationState } from "@/lib/db/migrations/migrate";
import { cellAddresses } from "@/scripts/lib/cell-databases";
import { CommandError, runCommand } from "@/server/base/command-error";
import { withDatabase, withEmbeddedDatabase } from "@/server/postgres/database";

const USAGE = "Usage: npm run migrate [-- create <name> | -- rolled-back <migration>]";

/** Migrates the database. If there are several cells, they are migrated one after the other, home first. */
async function apply(): Promise<void> {
  await withDatabase(async (home) => {
    const cells = cellAddresses(home);
    for (const { cell, url } of cells) {
      await checkServer(url);
      const { applied } = await migrate(url);
      const of = cells.length > 1 ? `Cell ${cell}, ${describeDatabase(url)}: ` : "";
      for (const name of applied) console.log(`${of}Applied ${name}`);
      if (applied.length === 0) console.log(`${of}The database is up to date.`);
    }
  });
}

/** Writes the migration from the existing ones to prisma/schema.prisma. */
async function create(name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new CommandError(
      "A migration's name is lower-case letters, digits and underscores, such as add_api_keys.",
    );
  }
  mkdirSync(MIGRATIONS, { recursive: true });
  const lockfile = path.join(MIGRATIONS, "migration_lock.toml");
  if (!existsSync(lockfile)) writeFileSync(lockfile, 'provider = "postgresql"\n');

  const script = await withScratchDatabase(async (url) => {
    await migrate(url);
    return diffSchema(url, path.resolve("prisma/schema.prisma"));
  });
  if (script === null) {
    console.log("prisma/schema.prisma matches the migrations. Nothing to create.");
    return;
  }
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(MIGRATIONS, `${timestamp}_${name}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "migration.sql"), script);
  console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql. Review it before you apply it.`);
}

/** Marks a migration as rolled back in each cell in which it has failed. If there is none, home reports the error. */
async function rolledBack(name: string): Promise<void> {
  await withDatabase(async (home) => {
    let marked = 0;
    for (const { url } of cellAddresses(home)) {
      if (!(await migrationState(url)).failed.includes(name)) continue;
      await markRolledBack(url, name);
      marked++;
    }
    if (marked === 0) await markRolledBack(home, name);
  });
  console.log(`${name} will be retried.`);
}

async function withScratchDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  return withEmbeddedDatabase(async (url) => {
    const scratch = new URL(url);
    scratch.pathname = `/scratch_${process.pid}`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${scratch.pathname.slice(1)}`);
      return await use(scratch.href);
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${scratch.pathname.slice(1)} WITH (FORCE)`);
      await client.end();
    }
  });
}

runCommand(async () => {
  const [action, name, ...rest] = process.argv.slice(2);
  if (action === undefined) return apply();
  if (name === undefined || rest.length > 0) throw new CommandError(USAGE);
  if (action === "create") return create(name);
  if (action === "rolled-back") return rolledBack(name);
  throw new CommandError(USAGE);
});
