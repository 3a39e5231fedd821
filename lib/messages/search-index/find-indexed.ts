import type { Queryable } from "@/lib/db/client";
import { idAt } from "@/lib/ids";
import {
  BY_BITMAP,
  findIndexedStatement,
  type IdRange,
  type Indexed,
  type IndexQuery,
  LOOKED_UP_AGAIN,
} from "@/lib/messages/search-index/find-indexed.sql";
import { SETTLED_MS } from "@/lib/messages/search-index/index-messages";
import { partsOf, termOf, wordsOf } from "@/lib/messages/search-index/words";

/** Shorter words begin too many others: they are looked for as they are. */
const MIN_BEGINNING = 3;

/** How many words of a search are looked up: what it has more is looked for in the texts that were found. */
const MAX_LOOKED_UP = 8;

/** Where a search did not say from when to when. */
export const ANY_TIME: IdRange = { from: null, to: null, oldestFirst: false };

const NOTHING_INDEXED: Indexed = { blocks: [], msisdns: [] };

/**
 * Where an account's messages are that have the words of a search, or numbers with its digits (rules: search index). What
 * is found is looked at again: a block has several messages.
 */
export async function findIndexed(
  tx: Queryable,
  accountId: number,
  { words, numberPatterns }: { words: readonly string[]; numberPatterns: string[] },
  range: IdRange = ANY_TIME,
): Promise<Indexed> {
  const query: IndexQuery = {
    ...{ words: wordsQuery(accountId, words), numberPatterns },
    parts: partsQuery(accountId, numberPatterns),
  };
  if (query.words === null && query.parts === null) return NOTHING_INDEXED;
  await tx.query(BY_BITMAP);
  const [indexed] = await tx.query<Indexed>(findIndexedStatement(accountId, query, range));
  await tx.query(LOOKED_UP_AGAIN);
  return indexed ?? NOTHING_INDEXED;
}

/** Whether all messages that were accepted before an instant are in the index. */
export async function isIndexed(tx: Queryable, before: Date): Promise<boolean> {
  const position = await tx.prisma.searchPosition.findFirst({ select: { indexedTo: true } });
  return position !== null && position.indexedTo >= idAt(new Date(before.getTime() + SETTLED_MS));
}

/**
 * All words of a search, the last of each piece without spaces also as the beginning of a longer one. Words are letters and
 * digits: nothing in them means something to `tsquery`.
 */
export function wordsQuery(accountId: number, pieces: readonly string[]): string | null {
  const wanted = pieces.flatMap((piece) => {
    const words = wordsOf(piece);
    return words.map((word, at) => {
      const isBeginning = at === words.length - 1 && word.length >= MIN_BEGINNING;
      return `'${termOf(accountId, word)}'${isBeginning ? ":*" : ""}`;
    });
  });
  return wanted.length === 0 ? null : wanted.slice(0, MAX_LOOKED_UP).join(" & ");
}

/** All parts of the digits of one of the patterns. */
function partsQuery(accountId: number, patterns: readonly string[]): string | null {
  const wanted = patterns
    .map((pattern) => partsOf(pattern.replaceAll("%", "")))
    .filter((parts) => parts.length > 0)
    .map((parts) => `(${parts.map((part) => `'${termOf(accountId, part)}'`).join(" & ")})`);
  return wanted.length === 0 ? null : wanted.join(" | ");
}
