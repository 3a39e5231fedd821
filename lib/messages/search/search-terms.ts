import { withoutMarks } from "@/lib/messages/search-index/words";
import { NEW_ZEALAND, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { withoutSeparators } from "@/lib/sms/numbers/separators";

/** Fewest digits that are a part of a number, and the most: as many as the longest number has. */
const MIN_DIGITS = 4;
const MAX_DIGITS = 15;

/** How many words are looked for at most; what is behind them is left out. */
const MAX_WORDS = 5;

/** Fewest hexadecimal digits that are the beginning of an id: they tell when it was made, to about a minute. */
const MIN_ID_DIGITS = 8;
const ID_DIGITS = 32;

/** Those of an id that are its time in milliseconds. */
const TIME_DIGITS = 12;

/** No id of ours was made later, and later years have more digits than the database reads. */
const MAX_ID_TIME = Date.UTC(9999, 0);

/** What a search may mean. */
export type SearchTerms = {
  /** The first and the last id with this beginning, and the times at which they would be made. */
  ids: { first: string; last: string; from: Date; to: Date } | null;
  /** A whole number, in international form. */
  msisdn: string | null;
  /** Patterns of SQL's `like`: a number has a part in common with one of them. */
  numberPatterns: string[];
  /** What is looked for in a text, as it was written: all of it must be there. */
  words: string[];
  /** Patterns of SQL's `like`, without accents, to be lowered as the text is: it must match all of them. */
  textPatterns: string[];
};

/** What a search of an account may mean (rules: search). It takes linear time, and never throws. */
export function readSearch(text: string): SearchTerms {
  const words = text.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);
  return {
    ids: idsBeginning(text),
    msisdn: normaliseMsisdn(text),
    numberPatterns: numberPatterns(text),
    words,
    textPatterns: words.map((word) => containing(withoutMarks(word))),
  };
}

/** What PostgreSQL's patterns mean something by stands for itself. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

function idsBeginning(text: string): SearchTerms["ids"] {
  const digits = text.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < MIN_ID_DIGITS || digits.length > ID_DIGITS) return null;
  const filled = (digit: string) => digits.padEnd(ID_DIGITS, digit);
  const timeOf = (all: string) => new Date(Number.parseInt(all.slice(0, TIME_DIGITS), 16));
  const [first, last] = [filled("0"), filled("f")];
  const [from, to] = [timeOf(first), timeOf(last)];
  if (to.getTime() > MAX_ID_TIME) return null;
  return { first: written(first), last: written(last), from, to };
}

function written(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** As people write a number: with separators, and at its beginning a plus sign, `00`, or the 0 of New Zealand. */
function numberPatterns(text: string): string[] {
  const written = withoutSeparators(text);
  const digits = written.replace(/^(?:\+|00)/, "");
  if (!/^\d+$/.test(digits) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return [];
  const anywhere = written === digits ? [`%${digits}%`] : [`${digits}%`];
  return digits.startsWith("0") ? [...anywhere, `${NEW_ZEALAND}${digits.slice(1)}%`] : anywhere;
}
