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
  type Indexed,
  LOOKED_UP_AGAIN,
  MAX_BLOCKS,
  MAX_INDEX_MS,
  MAX_NUMBERS,
} from "@/lib/messages/search-index/find-indexed.sql";
import { SETTLED_MS } from "@/lib/messages/search-index/index-messages";
import { EACH_ACCOUNT, partsOf, termOf, wordsOf } from "@/lib/messages/search-index/words";

/** Shorter words begin too many others: they are looked for as they are. */
const MIN_BEGINNING = 3;

/** How many words of a search are looked up: what it has more is looked for in the texts that were found. */
const MAX_LOOKED_UP = 8;

/** Where a search did not say from when to when. */
export const ANY_TIME: IdRange = { from: null, to: null, oldestFirst: false };

/** How often the index is asked for more blocks, where those that it gave have too few messages. */
const MAX_ROUNDS = 5;

/** What a search may mean; `ids` are those with the beginning that it is. */
type IndexTerms = { words: readonly string[]; numberPatterns: string[]; ids: object | null };

/** Of which accounts messages are looked for, how many are enough, and when they were made. */
export type IndexAsked = { whose: readonly number[]; terms: IndexTerms; enough: number; range?: IdRange };

/**
 * Where messages of an account, or of several, are that have the words of a search, or numbers with its digits (rules: search index). What
 * is found is looked at again: a block has several messages, and each of them may have one of the words. As long as there are
 * too few, the next blocks are asked for: so many times, and for as long as one statement may take.
 * @param tx a transaction that has written nothing so far: it goes on where the index takes too long.
 * @param look reads the messages of what the index has, and gives the ids of all that were found so far. It may be undone,
 * and so only reads.
 * @returns whether nothing is missing of what the index can find: beginnings of words, and parts of numbers.
 */
export async function lookThroughIndex(
  tx: Queryable,
  { whose, terms, enough, range = ANY_TIME }: IndexAsked,
  look: (indexed: Indexed) => Promise<readonly string[]>,
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
 * Whether the index has all that a search may mean, but for what is in the middle of a word: a number, the beginning of an id,
 * or words of which none is so short that only a whole one is looked up.
 */
function isFoundByIndex({ words, numberPatterns, ids }: IndexTerms): boolean {
  if (numberPatterns.length > 0 || ids !== null) return true;
  return words.every((piece) => (wordsOf(piece).at(-1)?.length ?? MIN_BEGINNING) >= MIN_BEGINNING);
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
  const [position] = await tx.query<{ indexedTo: string }>(INDEXED_TO);
  return position !== undefined && position.indexedTo >= idAt(new Date(before.getTime() + SETTLED_MS));
}

/**
 * All words of a search of an account, the last of each piece without spaces also as the beginning of a longer one. Words are letters and
 * digits: nothing in them means something to `tsquery`.
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

/** All parts of the digits of one of the patterns. */
function partsQuery(patterns: readonly string[]): string | null {
  const wanted = patterns
    .map((pattern) => partsOf(pattern.replaceAll("%", "")))
    .filter((parts) => parts.length > 0)
    .map((parts) => `(${parts.map((part) => `'${termOf(EACH_ACCOUNT, part)}'`).join(" & ")})`);
  return wanted.length === 0 ? null : wanted.join(" | ");
}
