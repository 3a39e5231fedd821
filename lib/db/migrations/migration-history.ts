import { type Dirent, readdirSync } from "node:fs";
import path from "node:path";

/** Runs one statement and returns its rows. */
export type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>;

export type MigrationState = {
  /** Migrations of the folder that are not applied. */
  pending: string[];
  /** Applied migrations that the folder lacks: the database is newer than the code. */
  unknown: string[];
  /** Migrations that began and did not finish. */
  failed: string[];
};

/**
 * Returns the names of the code's migrations, oldest first. The call has the literal path, so that a bundler sees the
 * files that a deployment needs.
 */
export function listedMigrations(): string[] {
  return migrationNames(
    readdirSync(path.join(process.cwd(), "prisma", "migrations"), { withFileTypes: true }),
  );
}

/** Returns the migrations among a folder's entries: folders named `<timestamp>_<name>`, oldest first. */
export function migrationNames(entries: readonly Dirent[]): string[] {
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Compares the code's migrations with the database's record, by plain SQL. It is cheap enough for every readiness
 * probe.
 */
export async function compareMigrations(
  query: Query,
  known: readonly string[] = listedMigrations(),
): Promise<MigrationState> {
  const [table] = await query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`);
  if (table?.exists !== true) return { pending: [...known], unknown: [], failed: [] };
  const rows = await query(
    `SELECT migration_name, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  const applied = new Set(
    rows.filter((row) => row.finished === true).map((row) => String(row.migration_name)),
  );
  const failed = rows.filter((row) => row.finished !== true).map((row) => String(row.migration_name));
  return {
    pending: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)),
    failed: failed.filter((name) => !applied.has(name)),
  };
}

/** Returns the names of the migrations that this database lacks. */
export async function pendingMigrations(query: Query, known?: readonly string[]): Promise<string[]> {
  return (await compareMigrations(query, known)).pending;
}
