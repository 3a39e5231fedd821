import { MAX_COUNTED, type MessageFilter } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { type CountRow, countStatement } from "@/lib/messages/query/count-messages.sql";

/**
 * How many of an account's messages a filter lets through, of the newest `MAX_COUNTED` that an index finds for it.
 * @returns `isMore`: the index finds more of them, so that `count` is the least that there are.
 */
export async function countMessages(
  db: Database,
  accountId: number,
  filter: MessageFilter,
  now: Date,
): Promise<CountRow> {
  const [row] = await db.query<CountRow>(countStatement(accountId, filter, now));
  const { count, isMore } = row ?? { count: 0, isMore: false };
  return { count: Math.min(count, MAX_COUNTED), isMore };
}
