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
 * The cells beside home, by the setting `CELLS`, which is read once.
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

/** The databases of all cells, home first: for what names no account, and is looked for in one after the other. */
export function allCells(home: Database): readonly Database[] {
  return [home, ...[...furtherCells()].map(([number, url]) => furtherDatabase(number, url))];
}

/** The databases of all cells but one. */
export function otherCells(own: Database): readonly Database[] {
  if (furtherCells().size === 0) return [];
  return allCells(own.cell === HOME_CELL ? own : db()).filter(({ cell }) => cell !== own.cell);
}

/**
 * A cell's database.
 * @param home the home cell's, which is given back for its own number.
 * @throws DatabaseUnavailableError for a cell that this server's `CELLS` does not name.
 */
export function cellDatabase(home: Database, cell: number): Database {
  if (cell === HOME_CELL) return home;
  const url = furtherCells().get(cell);
  if (url === undefined) throw new DatabaseUnavailableError(new Error(`CELLS names no cell ${cell}.`));
  return furtherDatabase(cell, url);
}

/** The cell that an account or a person is in: the one that the id names, unless it has moved. */
export function cellOf(accountId: number): number {
  return movedTo(accountId) ?? cellOfAccount(accountId);
}

/** Accounts that move just now and are in another cell: this one may have rows of theirs, which count there alone. */
export function elsewhereOf({ cell }: Pick<Database, "cell">): readonly number[] {
  return currentMove()?.accounts.filter((id) => cellOf(id) !== cell) ?? [];
}

/**
 * Returns the database of an account, or of a person, by the id. An id without a cell is looked for at home, where no
 * account has it. Operations use the handle that their caller chose; nothing else names the cell.
 */
export function databaseOfAccount(home: Database, accountId: number): Database {
  return knownDatabase(home, cellOf(accountId));
}

/**
 * The same, for what must not be lost, such as a payment.
 * @throws DatabaseUnavailableError for an id of a cell that this server's `CELLS` does not name: another server's may.
 */
export function requireDatabaseOf(home: Database, accountId: number): Database {
  return cellDatabase(home, cellOf(accountId));
}

/** The database of a cell by its number; home for one that there is not. */
export function knownDatabase(home: Database, cell: number): Database {
  const url = cell === HOME_CELL ? undefined : furtherCells().get(cell);
  return url === undefined ? home : furtherDatabase(cell, url);
}
