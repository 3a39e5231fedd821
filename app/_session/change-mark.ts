import { readChangeMark } from "@/lib/accounts/read-changes";
import type { ElsewhereViewer, Member } from "@/lib/auth/sessions/member";
import { askActingCell } from "@/lib/auth/sessions/viewed-account";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";

/**
 * The change mark that a page begins with, read before what it shows: so its stream tells of all that has changed
 * since. A mark that cannot be read is none, and then everything counts as changed.
 */
export function changeMarkOf(member: Member | ElsewhereViewer): Promise<string> {
  const of = databaseOfAccount(db(), member.accountId);
  return askActingCell(of, member, (cell) => readChangeMark(cell, member)).catch(() => "unknown");
}
