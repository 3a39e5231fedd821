import { HOME_CELL } from "@/lib/cell-numbers";
import { type AccountIds, readAccountIds, wrongIds } from "@/lib/cells/manage/inspect-cell";
import { openDatabase, type Queryable } from "@/lib/db/client";
import { checkServer } from "@/lib/db/migrations/check-server";
import { describeDatabase, MigrationError } from "@/lib/db/migrations/connect";
import { migrate } from "@/lib/db/migrations/migrate";
import { databaseFailure, nameFailure } from "@/lib/db/unavailable";

/**
 * What is to be said of a cell at a start; `problem` is why it cannot be used, null where it can or does not answer.
 */
export type PreparedCell = { said: string[]; problem: string | null };

/**
 * Brings a cell up to date at a server's start, and looks whether it is what its number says (rules: cells). One that does
 * not answer, or goes away meanwhile, keeps no server from starting. Home has been brought up to date before.
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

/** What cannot be reached has a cause; what was reached and cannot be used has none. */
function isAway(error: unknown): boolean {
  if (error instanceof MigrationError) return error.cause !== undefined;
  return databaseFailure(nameFailure(error, false)) === "unavailable";
}

const awayOf = (error: unknown, url: string) =>
  error instanceof MigrationError ? error.message : `The database ${describeDatabase(url)} went away.`;
