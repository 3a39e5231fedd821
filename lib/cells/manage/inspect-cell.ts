import { isCopied } from "@/lib/carriers/shared/copy-shared";
import { cellOfAccount, firstIdOf, HOME_CELL, MAX_ACCOUNT_ID } from "@/lib/cell-numbers";
import { accountIdsStatement } from "@/lib/cells/manage/inspect-cell.sql";
import { highestMovedStatement, movedAwayStatement, movedIntoStatement } from "@/lib/db/cells/moved.sql";
import type { Database, Queryable } from "@/lib/db/client";
import { describeDatabase, firstLine } from "@/lib/db/migrations/connect";
import { compareMigrations } from "@/lib/db/migrations/migration-history";

/** A cell for an operator; its address is without the password. */
export type InspectedCell = {
  cell: number;
  database: string;
  answers: boolean;
  /** The reason why it does not answer or cannot be this cell; null without one. */
  problem: string | null;
  /** Its migrations compared with those of the code. */
  schema: "current" | "pending" | "newer" | null;
  /** The number of accounts and sign-ins. */
  accounts: number | null;
  /** The state of its copy of the shared tables; null for home. */
  sharedTables: "current" | "old" | null;
};

export type AccountIds = {
  accounts: number;
  /** The highest id of its own that is present or has moved away. */
  highest: number | null;
  foreign: number | null;
  /** An account that has left for another cell and is present again because of an older backup, and that cell. */
  copy: { accountId: number; cell: number } | null;
  countsFrom: number;
  /** The last id that its sequence returned, even if the account was deleted; null before the first. */
  lastGiven: number | null;
};

/**
 * Inspects a cell: whether it answers, and whether it is the cell of its number (rules: cells). Never throws.
 * @param home the home cell, which knows the accounts that have moved here.
 */
export async function inspectCell(db: Database, url: string, home: Queryable): Promise<InspectedCell> {
  const { cell } = db;
  const told = { cell, database: describeDatabase(url) };
  const unknown = { schema: null, accounts: null, sharedTables: null };
  try {
    const { pending, unknown: newer } = await compareMigrations((text) => db.query({ text, values: [] }));
    if (newer.length > 0)
      return { ...told, ...unknown, answers: true, problem: "It is newer than this code.", schema: "newer" };
    if (pending.length > 0)
      return { ...told, ...unknown, answers: true, problem: "It lacks migrations.", schema: "pending" };
    const ids = await readAccountIds(db, home);
    const isCurrent = cell === HOME_CELL || (await isCopied(db));
    return {
      ...told,
      answers: true,
      problem: wrongIds(cell, ids),
      schema: "current",
      accounts: ids.accounts,
      sharedTables: cell === HOME_CELL ? null : isCurrent ? "current" : "old",
    };
  } catch (error) {
    const { cause = error } = error as Error;
    return { ...told, ...unknown, answers: false, problem: firstLine(cause) };
  }
}

/** Reads the account ids of a cell and of its sequence. Home knows the accounts of other cells that have moved there. */
export async function readAccountIds(db: Database, home: Queryable): Promise<AccountIds> {
  const moved = await home.query<{ accountId: number }>(movedIntoStatement(db.cell));
  const own = {
    first: db.cell === HOME_CELL ? 1 : firstIdOf(db.cell),
    end: Math.min(firstIdOf(db.cell + 1), MAX_ACCOUNT_ID),
  };
  const left = await home.query<{ accountId: number; cell: number }>(movedAwayStatement(db.cell));
  const idsOf = (accounts: readonly { accountId: number }[]) => accounts.map(({ accountId }) => accountId);
  const [ids] = await db.definitions.query<Omit<AccountIds, "copy"> & { copied: number | null }>(
    accountIdsStatement(own, idsOf(moved), idsOf(left)),
  );
  const [furthest] = await home.query<{ highest: number | null }>(highestMovedStatement(own));
  if (!ids) throw new Error("The statement gives one row.");
  // A backup of the cell may be older than an account that has left it.
  const highest = Math.max(ids.highest ?? 0, furthest?.highest ?? 0);
  const { copied, ...rest } = ids;
  const copy = left.find(({ accountId }) => accountId === copied) ?? null;
  return { ...rest, copy, highest: highest === 0 ? null : highest };
}

/** Returns the reason why a database with these ids is not, or not yet, the cell of this number; null without one. */
export function wrongIds(cell: number, { foreign, copy, countsFrom }: AccountIds): string | null {
  if (foreign !== null) return `It ${hasForeign(foreign, copy)}`;
  if (countsFrom === (cell === HOME_CELL ? 1 : firstIdOf(cell))) return copy && `It ${hasCopy(copy)}`;
  return cell === HOME_CELL
    ? `Its account ids are those of cell ${cellOfAccount(countsFrom)}.`
    : `It was not added as cell ${cell}: run npm run cells -- add ${cell}.`;
}

/** Returns the end of a sentence about a cell with an account of another cell, and the remedy. */
export const hasForeign = (accountId: number, copy: AccountIds["copy"]) =>
  copy?.accountId === accountId
    ? hasCopy(copy)
    : `has account ${accountId}, which belongs to cell ${cellOfAccount(accountId)}. If the account has moved here, home ` +
      "was restored from a backup from before that: restore home from a later one.";

/** Returns the same about a cell with an account that has left it. */
export const hasCopy = ({ accountId, cell }: NonNullable<AccountIds["copy"]>) =>
  `has account ${accountId}, which has moved to cell ${cell}. If it was restored from a backup from before that, remove the ` +
  `account from it: npm run cells -- move-account --account ${accountId} --to ${cell}.`;
