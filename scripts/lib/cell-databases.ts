import { databaseOfEmail } from "@/lib/auth/directory/directory";
import { HOME_CELL } from "@/lib/cell-numbers";
import { now } from "@/lib/clock";
import { allCells, cellDatabase, furtherCells } from "@/lib/db/cells/cells";
import { readMoved } from "@/lib/db/cells/moved";
import type { Database } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { CommandError } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";

/** A cell with the address of its database. */
export type CellAddress = { cell: number; url: string };

/**
 * Returns the cells of the settings with the addresses of their databases, home first.
 * @param homeUrl the address of the home cell.
 * @throws CommandError for a setting that cannot be read.
 */
export function cellAddresses(homeUrl: string): readonly CellAddress[] {
  readSettings();
  try {
    return [{ cell: HOME_CELL, url: homeUrl }, ...[...furtherCells()].map(([cell, url]) => ({ cell, url }))];
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/**
 * Returns the database that a command is about: the one of the cell in `--cell`, or of the account with the email
 * address.
 * @throws CommandError for a cell that the settings do not name.
 */
export async function databaseOfCommand(
  home: Database,
  { cell, email }: { cell?: string | undefined; email?: string | undefined },
): Promise<Database> {
  if (furtherCells().size > 0) await readMoved(home);
  if (cell !== undefined) return databaseOfNumber(home, cell);
  return email === undefined ? home : databaseOfEmail(home, email, now());
}

/**
 * Returns the database of a cell by its number, as it is typed.
 * @throws CommandError for a cell that the settings do not name.
 */
export function databaseOfNumber(home: Database, typed: string): Database {
  const number = /^[1-9]\d{0,2}$/.test(typed) ? Number(typed) : 0;
  try {
    return cellDatabase(home, number);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    throw new CommandError(`There is no cell ${typed}: CELLS does not name it.`);
  }
}

/** Closes the cells that a command has opened beside home. */
export async function closeFurtherCells(home: Database): Promise<void> {
  for (const db of allCells(home)) if (db !== home) await db.close();
}
