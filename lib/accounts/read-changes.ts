import { createHash } from "node:crypto";
import {
  type ChangesRow,
  changesStatement,
  type OfficeRow,
  officeStatement,
} from "@/lib/accounts/changes.sql";
import { CHANGE_KINDS } from "@/lib/contracts/members/changes";
import { inTime } from "@/lib/db/cells/ask-cells";
import { otherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { databaseFailure } from "@/lib/db/unavailable";

/** The length that distinguishes states well enough: a change mark is a hint. */
const HASH_LENGTH = 12;

/** The mark of a cell that does not answer. Pages notice its absence and its return. */
export const AWAY = "away";

/** The current change marks of accounts, and the hash of the data that only administrators see. */
export type ChangeMarks = { accounts: Map<number, string>; office: string | null };

/**
 * Reads the change marks of a cell's accounts in one statement, for `changedBetween`.
 * @param hasOffice whether an administrator is among the readers.
 */
export async function readChanges(
  db: Database,
  accountIds: readonly number[],
  hasOffice: boolean,
): Promise<ChangeMarks> {
  const [rows, [office]] = await Promise.all([
    accountIds.length === 0 ? [] : db.query<ChangesRow>(changesStatement(accountIds)),
    hasOffice ? db.query<OfficeRow>(officeStatement()) : [],
  ]);
  return {
    accounts: new Map(rows.map((row) => [row.accountId, markOf(row)])),
    office: office ? hashOf(office.office) : null,
  };
}

/**
 * Reads the change mark of one member, for a page that is rendered now. An administrator's mark includes all cells,
 * and waits two seconds for a cell that does not answer.
 * @param db the database of the account.
 */
export async function readChangeMark(
  db: Database,
  { accountId, isAdmin }: { accountId: number; isAdmin: boolean },
): Promise<string> {
  const [{ accounts, office }, others] = await Promise.all([
    readChanges(db, [accountId], isAdmin),
    Promise.all((isAdmin ? otherCells(db) : []).map(officeIn)),
  ]);
  const all = office === null ? null : officeOfCells(new Map([[db.cell, office], ...others]));
  return memberMark({ accounts, office: all }, accountId, isAdmin) ?? "";
}

async function officeIn(cell: Database): Promise<[number, string]> {
  try {
    const { office } = await inTime(cell, () => readChanges(cell, [], true));
    return [cell.cell, office ?? AWAY];
  } catch (error) {
    if (databaseFailure(error) === null) throw error;
    return [cell.cell, AWAY];
  }
}

/**
 * Returns the hash of administrators' data from the hashes of all cells (rules: cells). With one database, it is that
 * database's hash.
 */
export function officeOfCells(offices: ReadonlyMap<number, string>): string {
  const [only = ""] = offices.values();
  if (offices.size === 1) return only;
  const sorted = [...offices].sort(([one], [other]) => one - other);
  return hashOf(sorted.map(([cell, office]) => `${cell} ${office}`).join(" "));
}

/** Returns a member's mark among the read ones; undefined for a deleted account. */
export function memberMark(
  { accounts, office }: ChangeMarks,
  accountId: number,
  isAdmin: boolean,
): string | undefined {
  const own = accounts.get(accountId);
  return own !== undefined && isAdmin && office !== null ? `${own}.${office}` : own;
}

function markOf(row: ChangesRow): string {
  return CHANGE_KINDS.filter((kind) => kind !== "office")
    .map((kind) => hashOf(row[kind] ?? ""))
    .join(".");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, HASH_LENGTH);
}
