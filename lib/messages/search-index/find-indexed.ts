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
  INDEXED_TO,
  type IndexResult,
  LOOKED_UP_AGAIN,
  MAX_BLOCKS,
  MAX_INDEX_MS,
  MAX_NUMBERS,
} from "@/lib/messages/search-index/find-indexed.sql";
import { SETTLED_MS } from "@/lib/messages/search-index/index-messages";
import { EACH_ACCOUNT, partsOf, termOf, wordsOf } from "@/lib/messages/search-index/words";

/** The least length of a word that is also searched as a beginning: a shorter one begins too many words. */
const MIN_BEGINNING = 3;

/** The most words of a search that are looked up. Further words are compared with the found texts. */
const MAX_LOOKED_UP = 8;

/** The range of a search without times. */
export const ANY_TIME: IdRange = { from: null, to: null, oldestFirst: false };

/** The most times that the index is read for more blocks, if the blocks so far have too few messages. */
const MAX_ROUNDS = 5;

/** The possible meanings of a search. `ids` are those that begin with it. */
type IndexTerms = { words: readonly string[]; numberPatterns: string[]; ids: object | null };

/** The accounts whose messages are searched, the number that is enough, and the range of time. */
export type IndexAsked = { whose: readonly number[]; terms: IndexTerms; enough: number; range?: IdRange };

/**
 * Searches the messages of one or more accounts that have the words of a search, or numbers with its digits
 * (rules: search index). Results are checked again: a block has several messages, and each of them may have only one
 * of the words. While there are too few, the next blocks are read, up to a number of rounds and the time of one
 * statement.
 * @param tx a transaction that has written nothing so far. It continues if the index times out.
 * @param look reads the messages of the index's results, and returns the ids of all found so far. It may be rolled
 * back, so it must only read.
 * @returns whether the results are complete as far as the index can find them: beginnings of words, and parts of
 * numbers.
 */
export async function lookThroughIndex(
  tx: Queryable,
  { whose, terms, enough, range = ANY_TIME }: IndexAsked,
  look: (indexed: IndexResult) => Promise<readonly string[]>,
): Promise<boolean> {
  const { numberPatterns } = terms;
  const words = wordsQuery(terms.words);
  const parts = partsQuery(numberPatterns);
  if (words === null && parts === null) return false;
  const over = performance.now() + MAX_INDEX_MS;
  let isWhole = isFoundByIndex(terms);
  const isInTime = await inTime(tx, async () => {
    let behind: string | undefined;
    for (let round = 1; ; round++) {
      const query = { words, parts: round === 1 ? parts : null, numberPatterns };
      const place = behind === undefined ? range : { ...range, behind };
      const { blocks, msisdns } = await findIndexed(tx, findIndexedStatement(whose, query, place));
      if (msisdns.length === MAX_NUMBERS) isWhole = false;
      if (blocks.length + msisdns.length === 0) return;
      const found = await look({ blocks, msisdns });
      if (blocks.length < MAX_BLOCKS) return;
      const last = blocks.at(-1) ?? "";
      if (found.filter((id) => (range.oldestFirst ? id <= last : id >= last)).length >= enough) return;
      if (round === MAX_ROUNDS || performance.now() > over) {
        isWhole = false;
        return;
      }
      behind = last;
    }
  });
  return isInTime && isWhole;
}

/**
 * Returns whether the index covers all meanings of a search, except the middle of a word. It covers a number, the
 * beginning of an id, and words that are long enough to be searched as beginnings.
 */
function isFoundByIndex({ words, numberPatterns, ids }: IndexTerms): boolean {
  if (numberPatterns.length > 0 || ids !== null) return true;
  return words.every((piece) => (wordsOf(piece).at(-1)?.length ?? MIN_BEGINNING) >= MIN_BEGINNING);
}

async function findIndexed(tx: Queryable, statement: Sql): Promise<IndexResult> {
  await tx.query(BY_BITMAP);
  const [indexed] = await tx.query<IndexResult>(statement);
  await tx.query(LOOKED_UP_AGAIN);
  return indexed ?? { blocks: [], msisdns: [] };
}

/** Runs reading statements, and continues after a timeout. Returns false if one timed out. */
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

/** Returns whether all messages that were accepted before an instant are indexed. */
export async function isIndexed(tx: Queryable, before: Date): Promise<boolean> {
  const [position] = await tx.query<{ indexedTo: string }>(INDEXED_TO);
  return position !== undefined && position.indexedTo >= idAt(new Date(before.getTime() + SETTLED_MS));
}

/**
 * Returns a query for all words of a search. The last word of each piece without spaces also matches as a beginning.
 * Words are letters and digits, which have no special meaning to `tsquery`.
 */
export function wordsQuery(pieces: readonly string[]): string | null {
  const wanted = pieces.flatMap((piece) => {
    const words = wordsOf(piece);
    return words.map((word, at) => {
      const isBeginning = at === words.length - 1 && word.length >= MIN_BEGINNING;
      return `'${termOf(EACH_ACCOUNT, word)}'${isBeginning ? ":*" : ""}`;
    });
  });
  return wanted.length === 0 ? null : wanted.slice(0, MAX_LOOKED_UP).join(" & ");
}

/** Returns a query for all parts of the digits of one of the patterns. */
function partsQuery(patterns: readonly string[]): string | null {
  const wanted = patterns
    .map((pattern) => partsOf(pattern.replaceAll("%", "")))
    .filter((parts) => parts.length > 0)
    .map((parts) => `(${parts.map((part) => `'${termOf(EACH_ACCOUNT, part)}'`).join(" & ")})`);
  return wanted.length === 0 ? null : wanted.join(" | ");
}
