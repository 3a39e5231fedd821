/** The combining marks of a decomposed text: accents, and the macrons of te reo Māori. */
const MARKS = /[\u0300-\u036f]/g;

/** The length at which words are cut. The rest is compared with the text itself. */
const WORD_LENGTH = 30;

/** The number of digits in an indexed part of a number. */
export const PART_DIGITS = 4;

/**
 * Returns the text without marks, with plain letters for compatible forms. `withoutMarksSql` does the same in SQL.
 */
export function withoutMarks(text: string): string {
  return text.normalize("NFKD").replace(MARKS, "");
}

/** Returns the different words of a text, in lower case and without marks: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const words = withoutMarks(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter(Boolean).map((word) => word.slice(0, WORD_LENGTH)))];
}

/** Returns each group of four consecutive digits of a number. */
export function partsOf(digits: string): string[] {
  const count = Math.max(0, digits.length - PART_DIGITS + 1);
  return [...new Set(Array.from({ length: count }, (_, at) => digits.slice(at, at + PART_DIGITS)))];
}

/** The placeholder for an account's number in a query of several accounts. No word contains this sign. */
export const EACH_ACCOUNT = "@";

/**
 * Returns a word or a part as it is indexed. The terms of an account are adjacent, so that those of others are not
 * read.
 */
export function termOf(accountId: number | typeof EACH_ACCOUNT, word: string): string {
  return `${accountId}:${word}`;
}
