import type { Queryable } from "@/lib/db/client";
import { searchedSinceStatement, type Wanted } from "@/lib/messages/search/all-messages.sql";
import { isIndexed } from "@/lib/messages/search-index/find-indexed";

/**
 * When the oldest of the latest messages was accepted; null where all older ones were searched, too, or there are none.
 * @param isIndexRead whether nothing is missing of what the index can find.
 */
export async function readSearchedSince(
  tx: Queryable,
  wanted: Pick<Wanted, "accountId" | "start" | "end">,
  isIndexRead: boolean,
): Promise<Date | null> {
  const [latest] = await tx.query<{ since: Date }>(searchedSinceStatement(wanted));
  if (!latest || (isIndexRead && (await isIndexed(tx, latest.since)))) return null;
  return latest.since;
}
