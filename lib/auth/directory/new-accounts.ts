import { anythingStatement } from "@/lib/auth/directory/directory.sql";
import { HOME_CELL } from "@/lib/cell-numbers";
import { inTime } from "@/lib/db/cells/ask-cells";
import { cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";

/**
 * The database in which new accounts are made, by the setting `NEW_ACCOUNTS_CELL`: home's without it.
 * @throws DatabaseUnavailableError for a cell that `CELLS` does not name, which a start refuses.
 */
export function databaseOfNewAccounts(home: Database): Database {
  return cellDatabase(home, env().newAccountsCell);
}

/**
 * The same, once it has answered: before anything is done that depends on who asks, so that its absence tells nothing.
 * @throws DatabaseUnavailableError where it does not answer.
 */
export async function answeringDatabaseOfNewAccounts(home: Database): Promise<Database> {
  const db = databaseOfNewAccounts(home);
  if (db.cell !== HOME_CELL) await inTime(db, () => db.query(anythingStatement()));
  return db;
}

/** Why new accounts cannot be made where the settings say, in a sentence; null where they can. */
export function newAccountsProblem(): string | null {
  const { newAccountsCell: cell } = env();
  if (cell === HOME_CELL || furtherCells().has(cell)) return null;
  return `Setting NEW_ACCOUNTS_CELL is ${cell}, and CELLS names no such cell.`;
}
