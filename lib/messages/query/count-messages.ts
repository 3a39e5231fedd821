import type { RowCount } from "@/lib/contracts/members/cursor";
import type { MessageFilter } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { countStatement } from "@/lib/messages/query/count-messages.sql";

/**
 * How many of an account's messages a filter lets through, of the newest `MAX_COUNTED` that an index finds for it.
 * @returns `isMore`: the index finds more of them, so that `count` is the least that there are.
 */
export async function countMessages(
  db: Database,
  accountId: number,
  filter: MessageFilter,
  now: Date,
): Promise<RowCount> {
  return readCounted(db, countStatement(accountId, filter, now));
}
