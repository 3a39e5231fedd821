import { HOME_CELL } from "@/lib/cell-numbers";
import { cellDatabase, furtherCells } from "@/lib/cells/cells";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";

/**
 * The database in which new accounts are made, by the setting `NEW_ACCOUNTS_CELL`: home's without it.
 * @throws DatabaseUnavailableError for a cell that `CELLS` does not name, which a start refuses.
 */
export function databaseOfNewAccounts(home: Database): Database {
  return cellDatabase(home, env().newAccountsCell);
}

/** Why new accounts cannot be made where the settings say, in a sentence; null where they can. */
export function newAccountsProblem(): string | null {
  const { newAccountsCell: cell } = env();
  if (cell === HOME_CELL || furtherCells().has(cell)) return null;
  return `Setting NEW_ACCOUNTS_CELL is ${cell}, and CELLS names no such cell.`;
}
