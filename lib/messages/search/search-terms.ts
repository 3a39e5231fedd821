import { withoutMarks } from "@/lib/messages/search-index/words";
import { NEW_ZEALAND, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { withoutSeparators } from "@/lib/sms/numbers/separators";

/** The fewest digits of a part of a number, and the most digits of a number. */
const MIN_DIGITS = 4;
const MAX_DIGITS = 15;

/** The most words of a search. Further words are ignored. */
const MAX_WORDS = 5;

/** The fewest hexadecimal digits of the beginning of an id: they give the time of its creation, to about a minute. */
const MIN_ID_DIGITS = 8;
const ID_DIGITS = 32;

/** The digits of an id that are its time in milliseconds. */
const TIME_DIGITS = 12;

/** The latest time of an id. Later years have more digits than the database reads. */
const MAX_ID_TIME = Date.UTC(9999, 0);

/** The possible meanings of a search. */
export type SearchTerms = {
  /** The first and the last id with this beginning, and their times of creation. */
  ids: { first: string; last: string; from: Date; to: Date } | null;
  /** A whole number, in international form. */
  msisdn: string | null;
  /** Patterns of SQL's `like`. A number matches if it matches one of them. */
  numberPatterns: string[];
  /** The words to find in a text, as written. A text must have all of them. */
  words: string[];
  /** Patterns of SQL's `like`, without accents. They are lowered like the text, which must match all of them. */
  textPatterns: string[];
};

/**
 * Returns the possible meanings of a search of an account (rules: search). It takes linear time, and never throws.
 */
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

/** Returns a pattern for texts that contain a text. Special characters of PostgreSQL's patterns are escaped. */
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

/**
 * Returns patterns for a number as people write it: with separators, and with a plus sign, `00`, or the 0 of New
 * Zealand at the beginning.
 */
function numberPatterns(text: string): string[] {
  const written = withoutSeparators(text);
  const digits = written.replace(/^(?:\+|00)/, "");
  if (!/^\d+$/.test(digits) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return [];
  const anywhere = written === digits ? [`%${digits}%`] : [`${digits}%`];
  return digits.startsWith("0") ? [...anywhere, `${NEW_ZEALAND}${digits.slice(1)}%`] : anywhere;
}
