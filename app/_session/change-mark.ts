import { readChangeMark } from "@/lib/accounts/read-changes";
import type { ElsewhereViewer, Member } from "@/lib/auth/sessions/member";
import { askActingCell } from "@/lib/auth/sessions/viewed-account";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";

/**
 * Returns a page's change mark. It is read before the page's data, so the stream reports all later changes.
 * If the mark cannot be read, everything counts as changed.
 */
export function changeMarkOf(member: Member | ElsewhereViewer): Promise<string> {
  const of = databaseOfAccount(db(), member.accountId);
  return askActingCell(of, member, (cell) => readChangeMark(cell, member)).catch(() => "unknown");
}
