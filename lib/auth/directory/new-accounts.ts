import { anythingStatement } from "@/lib/auth/directory/directory.sql";
import { HOME_CELL } from "@/lib/cell-numbers";
import { inTime } from "@/lib/db/cells/ask-cells";
import { cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";

/**
 * Returns the database for new accounts, according to the setting `NEW_ACCOUNTS_CELL`; home without it.
 * @throws DatabaseUnavailableError for a cell that `CELLS` does not name, which a start refuses.
 */
export function databaseOfNewAccounts(home: Database): Database {
  return cellDatabase(home, env().newAccountsCell);
}

/**
 * Returns the same database after it has answered. Call it before the work depends on the caller, so that an absent
 * cell reveals nothing about an address.
 * @throws DatabaseUnavailableError if it does not answer.
 */
export async function answeringDatabaseOfNewAccounts(home: Database): Promise<Database> {
  const db = databaseOfNewAccounts(home);
  if (db.cell !== HOME_CELL) await inTime(db, () => db.query(anythingStatement()));
  return db;
}

/** Returns a sentence about a `NEW_ACCOUNTS_CELL` that `CELLS` does not name, or null. */
export function newAccountsProblem(): string | null {
  const { newAccountsCell: cell } = env();
  if (cell === HOME_CELL || furtherCells().has(cell)) return null;
  return `Setting NEW_ACCOUNTS_CELL is ${cell}, and CELLS names no such cell.`;
}
