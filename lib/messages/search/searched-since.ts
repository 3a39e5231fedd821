import type { Queryable } from "@/lib/db/client";
import { type MessageSearch, searchedSinceStatement } from "@/lib/messages/search/all-messages.sql";
import { isIndexed } from "@/lib/messages/search-index/find-indexed";

/**
 * Returns the time of acceptance of the oldest of the latest messages; null if all older messages were also searched,
 * or if there are none.
 * @param isIndexRead the results of the index are complete.
 */
export async function readSearchedSince(
  tx: Queryable,
  wanted: Pick<MessageSearch, "accountId" | "start" | "end">,
  isIndexRead: boolean,
): Promise<Date | null> {
  const [latest] = await tx.query<{ since: Date }>(searchedSinceStatement(wanted));
  if (!latest || (isIndexRead && (await isIndexed(tx, latest.since)))) return null;
  return latest.since;
}
