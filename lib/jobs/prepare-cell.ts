import { HOME_CELL } from "@/lib/cell-numbers";
import { type AccountIds, readAccountIds, wrongIds } from "@/lib/cells/manage/inspect-cell";
import { openDatabase, type Queryable } from "@/lib/db/client";
import { checkServer } from "@/lib/db/migrations/check-server";
import { describeDatabase, MigrationError } from "@/lib/db/migrations/connect";
import { migrate } from "@/lib/db/migrations/migrate";
import { databaseFailure, nameFailure } from "@/lib/db/unavailable";

/** Lines about a cell for the log of a start. `problem` is the reason why the cell cannot be used, or null. */
export type PreparedCell = { said: string[]; problem: string | null };

/**
 * Applies migrations to a cell when a server starts, and checks that the database is the cell of that number
 * (rules: cells). The server also starts without a cell that does not answer or goes away meanwhile. Home is migrated
 * before.
 */
export async function prepareCell(cell: number, url: string, home: Queryable): Promise<PreparedCell> {
  try {
    const server = await checkServer(url);
    const { applied } = await migrate(url);
    const said = [
      `${server}, ${describeDatabase(url)}`,
      ...applied.map((name) => `Applied migration ${name}`),
    ];
    return { said, problem: wrongIds(cell, await idsOf(cell, url, home)) };
  } catch (error) {
    if (cell !== HOME_CELL && isAway(error))
      return { said: [`${awayOf(error, url)} The other cells go on without it.`], problem: null };
    if (error instanceof MigrationError) return { said: [], problem: error.message };
    throw error;
  }
}

async function idsOf(cell: number, url: string, home: Queryable): Promise<AccountIds> {
  const db = openDatabase(url, 1, cell);
  try {
    return await readAccountIds(db, home);
  } finally {
    await db.close();
  }
}

/** Returns whether a failure means that the cell cannot be reached: only such a failure has a cause. */
function isAway(error: unknown): boolean {
  if (error instanceof MigrationError) return error.cause !== undefined;
  return databaseFailure(nameFailure(error, false)) === "unavailable";
}

const awayOf = (error: unknown, url: string) =>
  error instanceof MigrationError ? error.message : `The database ${describeDatabase(url)} went away.`;
