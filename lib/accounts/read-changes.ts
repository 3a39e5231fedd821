import { createHash } from "node:crypto";
import {
  type ChangesRow,
  changesStatement,
  type OfficeRow,
  officeStatement,
} from "@/lib/accounts/changes.sql";
import { CHANGE_KINDS } from "@/lib/contracts/members/changes";
import type { Database } from "@/lib/db/client";

/** Enough that two states are not taken for one; what is told of a change is a hint. */
const HASH_LENGTH = 12;

/** The change marks of accounts at this moment, and the hash of what only administrators see. */
export type ChangeMarks = { accounts: Map<number, string>; office: string | null };

/**
 * Reads the change marks of accounts in one statement: what `changedBetween` compares.
 * @param hasOffice whether an administrator is among those who ask.
 */
export async function readChanges(
  db: Database,
  accountIds: readonly number[],
  hasOffice: boolean,
): Promise<ChangeMarks> {
  const [rows, [office]] = await Promise.all([
    db.query<ChangesRow>(changesStatement(accountIds)),
    hasOffice ? db.query<OfficeRow>(officeStatement()) : [],
  ]);
  return {
    accounts: new Map(rows.map((row) => [row.accountId, markOf(row)])),
    office: office ? hashOf(office.office) : null,
  };
}

/** The change mark of one member, for a page that is rendered now. */
export async function readChangeMark(
  db: Database,
  { accountId, isAdmin }: { accountId: number; isAdmin: boolean },
): Promise<string> {
  return memberMark(await readChanges(db, [accountId], isAdmin), accountId, isAdmin) ?? "";
}

/** A member's mark among those that were read; undefined for an account that is gone. */
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
