import { cellOfAccount, HOME_CELL } from "@/lib/cell-numbers";
import { currentMove, movedTo } from "@/lib/db/cells/moved";
import { type CellUrls, readCells } from "@/lib/db/cells/read-cells";
import { type Database, db, furtherDatabase } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

type Read = { setting: string; homeUrl: string | undefined; urls: CellUrls };

const NONE: CellUrls = new Map();

const read = processWide<Read | undefined>("gatewayCellUrls", () => undefined);

/**
 * Returns the cells beside home from the setting `CELLS`, which is read once.
 * @throws Error with a sentence about a setting that cannot be read.
 */
export function furtherCells(): CellUrls {
  const { cells: setting, databaseUrl: homeUrl } = env();
  if (setting === undefined) return NONE;
  const known = read.value;
  if (known?.setting === setting && known.homeUrl === homeUrl) return known.urls;
  const urls = readCells(setting, homeUrl);
  read.value = { setting, homeUrl, urls };
  return urls;
}

/** Returns the databases of all cells, home first. */
export function allCells(home: Database): readonly Database[] {
  return [home, ...[...furtherCells()].map(([number, url]) => furtherDatabase(number, url))];
}

/** Returns the databases of all other cells. */
export function otherCells(own: Database): readonly Database[] {
  if (furtherCells().size === 0) return [];
  return allCells(own.cell === HOME_CELL ? own : db()).filter(({ cell }) => cell !== own.cell);
}

/**
 * Returns a cell's database.
 * @param home the home cell's database.
 * @throws DatabaseUnavailableError for a cell that this server's `CELLS` does not name.
 */
export function cellDatabase(home: Database, cell: number): Database {
  if (cell === HOME_CELL) return home;
  const url = furtherCells().get(cell);
  if (url === undefined) throw new DatabaseUnavailableError(new Error(`CELLS names no cell ${cell}.`));
  return furtherDatabase(cell, url);
}

/** Returns the cell of an account or a person: the one that the id names, unless the account has moved. */
export function cellOf(accountId: number): number {
  return movedTo(accountId) ?? cellOfAccount(accountId);
}

/** Returns accounts that move now and are in another cell. This cell may have rows of them, which do not count. */
export function elsewhereOf({ cell }: Pick<Database, "cell">): readonly number[] {
  return currentMove()?.accounts.filter((id) => cellOf(id) !== cell) ?? [];
}

/**
 * Returns the database of an account, or of a person, by the id; home for the id of an unknown cell. Operations use the
 * handle that their caller chose; no other argument names the cell.
 */
export function databaseOfAccount(home: Database, accountId: number): Database {
  return knownDatabase(home, cellOf(accountId));
}

/**
 * Returns the same for work that must not be lost, such as a payment.
 * @throws DatabaseUnavailableError for an id of a cell that this server's `CELLS` does not name: another server's may.
 */
export function requireDatabaseOf(home: Database, accountId: number): Database {
  return cellDatabase(home, cellOf(accountId));
}

/** Returns the database of a cell by its number; home for an unknown number. */
export function knownDatabase(home: Database, cell: number): Database {
  const url = cell === HOME_CELL ? undefined : furtherCells().get(cell);
  return url === undefined ? home : furtherDatabase(cell, url);
}
