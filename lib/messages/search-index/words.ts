/** What stands over or under a letter once it is apart from it: accents, and the macrons of te reo Māori. */
const MARKS = /[\u0300-\u036f]/g;

/** Longer words are cut: what is behind is looked for in the text itself. */
const WORD_LENGTH = 30;

/** How many digits are a part of a number that is indexed. */
export const PART_DIGITS = 4;

/** The text without marks, and with plain letters for what only looks otherwise: `withoutMarksSql` says it in SQL. */
export function withoutMarks(text: string): string {
  return text.normalize("NFKD").replace(MARKS, "");
}

/** The words of a text, each once, without capitals and marks: letters and digits that follow one another. */
export function wordsOf(text: string): string[] {
  const words = withoutMarks(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter(Boolean).map((word) => word.slice(0, WORD_LENGTH)))];
}

/** Each of the digits of a number that follow one another, four at a time. */
export function partsOf(digits: string): string[] {
  const count = Math.max(0, digits.length - PART_DIGITS + 1);
  return [...new Set(Array.from({ length: count }, (_, at) => digits.slice(at, at + PART_DIGITS)))];
}

/** Stands for the number of an account in what is asked of several accounts, one after the other. No word has such a sign. */
export const EACH_ACCOUNT = "@";

/** A word or a part as it is indexed: an account's stand together, and no other's are read to find them. */
export function termOf(accountId: number | typeof EACH_ACCOUNT, word: string): string {
  return `${accountId}:${word}`;
}
