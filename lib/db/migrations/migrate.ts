import { readFileSync } from "node:fs";
import path from "node:path";
import type { DiffTarget, SchemasContainer } from "@prisma/schema-engine-wasm";
import type pg from "pg";
import { connect, firstLine, MigrationError } from "@/lib/db/migrations/connect";
import { compareMigrations, type MigrationState } from "@/lib/db/migrations/migration-history";
import { requireSchema } from "@/lib/db/migrations/schema";
import { listMigrations, openSchemaEngine, readMigrations } from "@/lib/db/migrations/schema-engine";
import { withoutViews } from "@/lib/db/nodes/placed-schema";
import { MIGRATION_SETTINGS, sessionStatements } from "@/lib/db/session/settings";

/** The folder of the migrations, in Prisma's own format: `<timestamp>_<name>/migration.sql`. */
export const MIGRATIONS = path.resolve("prisma/migrations");

/**
 * The key of the advisory lock under which migrations are compared and applied. The engine's own lock has another
 * key.
 */
const LOCK_KEY = 7_415_002;

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the missing migrations of the folder to a database. Servers that start at the same time wait for one
 * another, so that each migration is applied once.
 * @returns the names of the applied migrations.
 * @throws MigrationError if the database cannot be reached, lacks the address's schema, is newer than the code, or a
 * migration fails.
 */
export async function migrate(
  databaseUrl: string,
  directory: string = MIGRATIONS,
): Promise<{ applied: string[] }> {
  const client = await connect(databaseUrl);
  try {
    await requireSchema(client, databaseUrl);
    // This session is silent while it waits, and while the engine works on its own connection.
    await client.query(sessionStatements(databaseUrl, MIGRATION_SETTINGS));
    // One lock for the whole database and all its schemas, like the engine's own lock, which waits for ten seconds
    // only.
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    const state = await compareMigrations(
      async (sql) => (await client.query(sql)).rows,
      listMigrations(directory),
    );
    const [unknown] = state.unknown;
    if (unknown !== undefined) {
      throw new MigrationError(
        `The database is newer than this code: it has the migration ${unknown}, which prisma/migrations lacks.`,
      );
    }
    const [failed] = state.failed;
    if (failed !== undefined) throw new MigrationError(failedBefore(failed));
    if (state.pending.length === 0) return { applied: [] };
    return { applied: await withoutViews(databaseUrl, () => apply(client, databaseUrl, directory)) };
  } finally {
    // The end of the session releases the lock.
    await client.end();
  }
}

/**
 * Compares a database with the migrations in the folder.
 * @throws MigrationError if it cannot be reached.
 */
export async function migrationState(
  databaseUrl: string,
  directory: string = MIGRATIONS,
): Promise<MigrationState> {
  const client = await connect(databaseUrl);
  try {
    return await compareMigrations(async (sql) => (await client.query(sql)).rows, listMigrations(directory));
  } finally {
    await client.end();
  }
}

/**
 * Returns the SQL that leads from a database to a Prisma schema file, or null without a difference.
 * The engine sees the objects of Prisma's language: tables, columns, plain indexes, foreign keys, enums. It ignores
 * other objects that a migration adds by hand: checks, exclusion constraints, partial and expression indexes,
 * functions, triggers and storage parameters. Objects of Prisma's language need a line in the schema as well, or the
 * next diff drops them: tables, plain indexes (those with INCLUDE too), generated columns and types.
 */
export async function diffSchema(databaseUrl: string, schemaPath: string): Promise<string | null> {
  const files = [{ path: schemaPath, content: readFileSync(schemaPath, "utf8") }];
  const schema: SchemasContainer = { files };
  const from: DiffTarget = { tag: "schemaDatasource", files, configDir: path.dirname(schemaPath) };
  const to: DiffTarget = { tag: "schemaDatamodel", files };
  const engine = await openSchemaEngine(databaseUrl, schema);
  try {
    const diff = await engine.diff({ from, to, script: true, exitCode: true, filters: NO_FILTERS });
    return diff.exitCode === 2 ? diff.stdout : null;
  } finally {
    await engine.close();
  }
}

/** Marks a failed migration as rolled back, so that the next run repeats it. */
export async function markRolledBack(databaseUrl: string, migrationName: string): Promise<void> {
  const engine = await openSchemaEngine(databaseUrl);
  try {
    await engine.markMigrationRolledBack({ migrationName });
  } catch (error) {
    throw new MigrationError(firstLine(error));
  } finally {
    await engine.close();
  }
}

function failedBefore(name: string): string {
  return (
    `The migration ${name} failed before: once the database is as it was before it, ` +
    `run \`npm run migrate -- rolled-back ${name}\` and try again.`
  );
}

async function apply(client: pg.Client, databaseUrl: string, directory: string): Promise<string[]> {
  const engine = await openSchemaEngine(databaseUrl);
  try {
    const input = { migrationsList: readMigrations(directory), filters: NO_FILTERS };
    return (await engine.applyMigrations(input)).appliedMigrationNames;
  } catch (error) {
    const { failed } = await compareMigrations(
      async (sql) => (await client.query(sql)).rows,
      listMigrations(directory),
    );
    const reason = firstLine(engine.scriptError() ?? error);
    throw new MigrationError(
      failed[0]
        ? `The migration ${failed[0]} failed: ${reason}. Run \`npm run migrate -- rolled-back ${failed[0]}\` ` +
            "before trying again."
        : `The migrations could not be applied: ${reason}.`,
    );
  } finally {
    await engine.close();
  }
}
