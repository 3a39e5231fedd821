import type { Queryable } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { tookTooLong } from "@/lib/db/unavailable";
import { idAt } from "@/lib/ids";
import {
  AFTER_INDEX,
  BEFORE_INDEX,
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

/** Whose messages are looked for, and when they were made. */
export type IndexAsked = { accountId: number; terms: IndexTerms; range?: IdRange };

type IndexTerms = { words: readonly string[]; numberPatterns: string[] };

/**
 * Where an account's messages are that have the words of a search, or numbers with its digits (rules: search index). What
 * is found is looked at again: a block has several messages.
 * @param tx a transaction that has written nothing so far: it goes on where the index takes too long.
 * @param look reads the messages of what the index has; it may be undone, and so only reads.
 * @returns whether all that the index has was looked at.
 */
export async function lookThroughIndex(
  tx: Queryable,
  { accountId, terms, range = ANY_TIME }: IndexAsked,
  look: (indexed: Indexed) => Promise<void>,
): Promise<boolean> {
  const query: IndexQuery = {
    ...{ words: wordsQuery(accountId, terms.words), numberPatterns: terms.numberPatterns },
    parts: partsQuery(accountId, terms.numberPatterns),
  };
  if (query.words === null && query.parts === null) return true;
  return inTime(tx, async () => {
    const indexed = await findIndexed(tx, findIndexedStatement(accountId, query, range));
    if (indexed.blocks.length + indexed.msisdns.length > 0) await look(indexed);
  });
}

async function findIndexed(tx: Queryable, statement: Sql): Promise<Indexed> {
  await tx.query(BY_BITMAP);
  const [indexed] = await tx.query<Indexed>(statement);
  await tx.query(LOOKED_UP_AGAIN);
  return indexed ?? { blocks: [], msisdns: [] };
}

/** Does what only reads, and goes on behind it: false where a statement of it took too long. */
async function inTime(tx: Queryable, read: () => Promise<void>): Promise<boolean> {
  await tx.query(BEFORE_INDEX);
  let isInTime = true;
  try {
    await read();
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    isInTime = false;
  }
  await tx.query(AFTER_INDEX);
  return isInTime;
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
