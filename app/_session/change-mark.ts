import { readChangeMark } from "@/lib/accounts/read-changes";
import type { SignedIn } from "@/lib/auth/sessions/member";
import { databaseOfAccount } from "@/lib/cells/cells";
import { db } from "@/lib/db/client";

/**
 * The change mark that a page begins with, read before what it shows: so its stream tells of all that has changed
 * since. A mark that cannot be read is none, and then everything counts as changed.
 */
export function changeMarkOf(member: SignedIn): Promise<string> {
  return readChangeMark(databaseOfAccount(db(), member.accountId), member).catch(() => "unknown");
}
