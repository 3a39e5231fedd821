import type { RowCount } from "@/lib/contracts/members/cursor";
import type { MessageFilter } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { countStatement } from "@/lib/messages/query/count-messages.sql";

/**
 * Counts an account's messages that match a filter, among the newest `MAX_COUNTED` that an index finds for it.
 * @returns the count. With `isMore` the index finds more of them, and the count is a lower bound.
 */
export async function countMessages(
  db: Database,
  accountId: number,
  filter: MessageFilter,
  now: Date,
): Promise<RowCount> {
  return readCounted(db, countStatement(accountId, filter, now));
}
