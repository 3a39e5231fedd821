import { HOME_CELL } from "@/lib/cell-numbers";
import { readAccountIds, wrongIds } from "@/lib/cells/manage/inspect-cell";
import { openDatabase } from "@/lib/db/client";
import { checkServer } from "@/lib/db/migrations/check-server";
import { describeDatabase, MigrationError } from "@/lib/db/migrations/connect";
import { migrate } from "@/lib/db/migrations/migrate";

/**
 * What is to be said of a cell at a start; `problem` is why it cannot be used, null where it can or does not answer.
 */
export type PreparedCell = { said: string[]; problem: string | null };

/**
 * Brings a cell up to date at a server's start, and looks whether it is what its number says (rules: cells). Home has
 * been brought up to date before.
 */
export async function prepareCell(cell: number, url: string): Promise<PreparedCell> {
  let server: string;
  try {
    server = await checkServer(url);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    // What cannot be reached has a cause; what was reached and cannot be used has none.
    const isAway = error.cause !== undefined && cell !== HOME_CELL;
    if (isAway) return { said: [`${error.message} The other cells go on without it.`], problem: null };
    return { said: [], problem: error.message };
  }
  const { applied } = await migrate(url);
  const db = openDatabase(url, 1, cell);
  try {
    const said = [
      `${server}, ${describeDatabase(url)}`,
      ...applied.map((name) => `Applied migration ${name}`),
    ];
    return { said, problem: wrongIds(cell, await readAccountIds(db)) };
  } finally {
    await db.close();
  }
}
