import { type FoundMessage, MAX_FOUND } from "@/lib/contracts/members/search";
import type { Queryable } from "@/lib/db/client";
import { type ListedRow, toMessageRecord } from "@/lib/messages/query/list-messages";
import { LISTED_COLUMNS, listStatement } from "@/lib/messages/query/list-messages.sql";
import { searchIndexedStatement, searchStatement } from "@/lib/messages/search/search-messages.sql";
import type { SearchTerms } from "@/lib/messages/search/search-terms";
import { lookThroughIndex } from "@/lib/messages/search-index/find-indexed";

/**
 * The messages of an account that a search finds (rules: search): those whose whole id, number or reference it is, and
 * after them those that it is found in. Where the latest have too few of these, the index is asked for older ones.
 * @param search the text that `terms` were read from.
 */
export async function searchMessages(
  tx: Queryable,
  accountId: number,
  { search, terms }: { search: string; terms: SearchTerms },
  now: Date,
): Promise<FoundMessage[]> {
  const stretch = { place: null, direction: "older", limit: MAX_FOUND } as const;
  const filter = { search };
  const whole = listStatement({ columns: LISTED_COLUMNS, accountId, filter, stretch, now });
  const rows = [
    ...(await tx.query<ListedRow>(whole)),
    ...(await tx.query<ListedRow>(searchStatement(accountId, terms, MAX_FOUND))),
  ];
  if (new Set(rows.map(({ id }) => id)).size < MAX_FOUND) {
    await lookThroughIndex(tx, { accountId, terms }, async (indexed) => {
      rows.push(...(await tx.query<ListedRow>(searchIndexedStatement(accountId, terms, indexed, MAX_FOUND))));
    });
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].slice(0, MAX_FOUND).map((row) => {
    const { id, to, text, state, acceptedAt } = toMessageRecord(row, now);
    return { id, to, text, state, acceptedAt };
  });
}
