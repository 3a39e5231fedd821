import { cellOfAccount, firstIdOf, HOME_CELL } from "@/lib/cell-numbers";
import { accountIdsStatement } from "@/lib/cells/manage/inspect-cell.sql";
import { isCopied } from "@/lib/cells/shared/copy-shared";
import type { Database } from "@/lib/db/client";
import { describeDatabase, firstLine } from "@/lib/db/migrations/connect";
import { compareMigrations } from "@/lib/db/migrations/migration-history";

/** A cell as an operator sees it; its address is told without the password. */
export type InspectedCell = {
  cell: number;
  database: string;
  answers: boolean;
  /** Why it does not answer, or cannot be used as this cell; null where nothing is the matter. */
  problem: string | null;
  /** Whether it has the migrations of the code, fewer or more. */
  schema: "current" | "pending" | "newer" | null;
  /** Accounts and sign-ins in it. */
  accounts: number | null;
  /** Whether it has the shared tables as they are at home; null for home. */
  sharedTables: "current" | "old" | null;
};

export type AccountIds = {
  accounts: number;
  lowest: number | null;
  highest: number | null;
  countsFrom: number;
  /** The last id that it gave, whether or not the account is still there; null before the first. */
  lastGiven: number | null;
};

/** How a cell is: whether it answers, and whether it is what its number says (rules: cells). Never throws. */
export async function inspectCell(db: Database, url: string): Promise<InspectedCell> {
  const { cell } = db;
  const told = { cell, database: describeDatabase(url) };
  const unknown = { schema: null, accounts: null, sharedTables: null };
  try {
    const { pending, unknown: newer } = await compareMigrations((text) => db.query({ text, values: [] }));
    if (newer.length > 0)
      return { ...told, ...unknown, answers: true, problem: "It is newer than this code.", schema: "newer" };
    if (pending.length > 0)
      return { ...told, ...unknown, answers: true, problem: "It lacks migrations.", schema: "pending" };
    const ids = await readAccountIds(db);
    const isCurrent = cell === HOME_CELL || (await isCopied(db));
    return {
      ...{ ...told, answers: true, problem: wrongIds(cell, ids), schema: "current", accounts: ids.accounts },
      sharedTables: cell === HOME_CELL ? null : isCurrent ? "current" : "old",
    };
  } catch (error) {
    const { cause = error } = error as Error;
    return { ...told, ...unknown, answers: false, problem: firstLine(cause) };
  }
}

/** The account ids that a cell has, and those that it will give. */
export async function readAccountIds(db: Database): Promise<AccountIds> {
  const [ids] = await db.query<AccountIds>(accountIdsStatement());
  if (!ids) throw new Error("The statement gives one row.");
  return ids;
}

/** Why a database with these ids is not the cell of this number; null where it is. */
export function wrongIds(cell: number, { lowest, highest, countsFrom }: AccountIds): string | null {
  for (const id of [lowest, highest])
    if (id !== null && cellOfAccount(id) !== cell)
      return `It has account ${id}, which belongs to cell ${cellOfAccount(id)}.`;
  const first = cell === HOME_CELL ? 1 : firstIdOf(cell);
  if (countsFrom === first) return null;
  return cell === HOME_CELL
    ? `Its account ids are those of cell ${cellOfAccount(countsFrom)}.`
    : `It was not added as cell ${cell}: run npm run cells -- add ${cell}.`;
}
