import { readdirSync } from "node:fs";
import path from "node:path";

/** Runs one statement and gives its rows. */
export type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>;

export type MigrationState = {
  /** In the folder, not yet applied. */
  pending: string[];
  /** Applied, but not in the folder: the database is newer than the code. */
  unknown: string[];
  /** Begun and not finished. */
  failed: string[];
};

/** Where the migrations are: in Prisma's own format, `<timestamp>_<name>/migration.sql`. */
export function migrationsDirectory(): string {
  return path.join(process.cwd(), "prisma", "migrations");
}

/** Names of the migrations in the folder, oldest first. */
export function listMigrations(directory: string = migrationsDirectory()): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Compares the folder with the database's own record, by plain SQL: cheap enough for every readiness probe. */
export async function compareMigrations(query: Query, directory?: string): Promise<MigrationState> {
  const known = listMigrations(directory);
  const [table] = await query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`);
  if (table?.exists !== true) return { pending: known, unknown: [], failed: [] };
  const rows = await query(
    `SELECT migration_name, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  const applied = new Set(rows.filter((row) => row.finished === true).map((row) => String(row.migration_name)));
  const failed = rows.filter((row) => row.finished !== true).map((row) => String(row.migration_name));
  return {
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)),
    failed: failed.filter((name) => !applied.has(name)),
  };
}

/** Names of the migrations this database still lacks. */
export async function pendingMigrations(query: Query, directory?: string): Promise<string[]> {
  return (await compareMigrations(query, directory)).pending;
}
