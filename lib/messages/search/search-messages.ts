import { type FoundMessage, MAX_FOUND } from "@/lib/contracts/members/search";
import type { Queryable } from "@/lib/db/client";
import { type ListedRow, toMessageRecord } from "@/lib/messages/query/list-messages";
import { LISTED_COLUMNS, listStatement } from "@/lib/messages/query/list-messages.sql";
import { searchIndexedStatement, searchStatement } from "@/lib/messages/search/search-messages.sql";
import type { SearchTerms } from "@/lib/messages/search/search-terms";
import { readSearchedSince } from "@/lib/messages/search/searched-since";
import { lookThroughIndex } from "@/lib/messages/search-index/find-indexed";

/**
 * The found messages, and the time since which all messages were searched; null if no older results can be missing.
 */
type FoundMessages = { messages: FoundMessage[]; searchedSince: Date | null };

/**
 * Searches the messages of an account (rules: search): first those with the text as their whole id, number or
 * reference, then those that contain it. If the latest messages have too few results, the index is searched for older
 * ones.
 * @param search the text that `terms` were read from.
 */
export async function searchMessages(
  tx: Queryable,
  accountId: number,
  { search, terms }: { search: string; terms: SearchTerms },
  now: Date,
): Promise<FoundMessages> {
  const stretch = { place: null, direction: "older", limit: MAX_FOUND } as const;
  const filter = { search };
  const statement = listStatement({ columns: LISTED_COLUMNS, accountId, filter, stretch, now });
  const whole = await tx.query<ListedRow>(statement);
  const others = await tx.query<ListedRow>(searchStatement(accountId, terms, MAX_FOUND));
  const found = () => {
    const rows = [...whole, ...others.toSorted((a, b) => b.at.getTime() - a.at.getTime())];
    return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, MAX_FOUND);
  };
  let searchedSince: Date | null = null;
  if (found().length < MAX_FOUND) {
    const isIndexRead = await lookThroughIndex(
      tx,
      { whose: [accountId], terms, enough: MAX_FOUND },
      async (indexed) => {
        others.push(
          ...(await tx.query<ListedRow>(searchIndexedStatement(accountId, terms, indexed, MAX_FOUND))),
        );
        return found().map(({ id }) => id);
      },
    );
    const asked = { accountId, start: undefined, end: undefined };
    searchedSince = await readSearchedSince(tx, asked, isIndexRead);
  }
  const messages = found().map((row) => {
    const { id, to, text, state, acceptedAt } = toMessageRecord(row, now);
    return { id, to, text, state, acceptedAt };
  });
  return { messages, searchedSince };
}
