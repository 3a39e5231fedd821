import { LATIN_FOLDS } from "@/lib/sms/text/latin-letters";

/** How a text travels: seven-bit characters or 16-bit units (rules: encodings). */
export type Encoding = "GSM-7" | "UCS-2";

/** Characters that need no folding: LF, CR and printable ASCII except the backtick, which GSM-7 lacks. */
const PLAIN = /^[\n\r -_a-~]*$/;

const MARK = /^\p{M}$/u;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** Letters and digits of any style, and the fullwidth forms of ASCII. */
const MAY_FOLD = /^[\p{L}\p{Nd}\p{Script=Latin}\uff01-\uff5e]$/u;

/** Quotation marks and dashes as users see them: normalised in both encodings (rules: folding, unicode). */
const QUOTES_AND_DASHES: readonly (readonly [plain: string, typographic: string])[] = [
  ["'", "\u2018\u2019\u201a\u201b"],
  ['"', "\u201c\u201d\u201e\u201f"],
  ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"],
];

const GSM7_ONLY: readonly (readonly [plain: string, typographic: string])[] = [
  ["...", "\u2026"],
  ["'", "`"],
  ["\n", "\u2028\u2029"],
  [" ", "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"],
  ["", "\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff"],
];

/**
 * One non-plain user-perceived character. `Intl.Segmenter` would be the obvious tool, but V8's takes
 * quadratic time, minutes for 400 kB of emoji. This follows UAX 29 in one linear pass. It knows flags, emoji
 * with modifiers and joiners, Hangul jamo, the conjuncts of the large Indic scripts, and a base with its
 * marks.
 */
const CLUSTER = buildClusterPattern();

function buildClusterPattern(): RegExp {
  const extend =
    "[\\p{M}\\u200c\\u200d\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}\\uff9e\\uff9f\\u0e33\\u0eb3]";
  // Bounded, since an unbounded repetition overflows the pattern's stack on millions of combining marks.
  const many = "{0,1000}";
  const flag = `\\p{RI}{1,2}${extend}${many}`;
  const emoji = `\\p{ExtPict}(?:\\u200d\\p{ExtPict}|${extend})${many}`;
  const leading = "[\\u1100-\\u115f\\ua960-\\ua97c]{1,9}";
  const jamo = `${leading}[\\uac00-\\ud7a3\\u1160-\\u11ff\\ud7b0-\\ud7fb]{0,9}${extend}${many}`;
  const virama = "[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0d4d]\\u200d?";
  const other = `[^\\n\\r -_a-~](?:${virama}\\p{Lo}|${extend})${many}`;
  return new RegExp(`[ -_a-~]${extend}{1,1000}|${flag}|${emoji}|${jamo}|${other}`, "gu");
}

/** Every character with a known counterpart. The precomposed Latin letters are computed once, here. */
const FOLDS = buildFolds();

function buildFolds(): ReadonlyMap<string, string> {
  const folds = new Map(LATIN_FOLDS);
  for (const [plain, typographic] of [...QUOTES_AND_DASHES, ...GSM7_ONLY]) {
    for (const character of typographic) {
      folds.set(character, plain);
    }
  }
  for (let code = 0; code < 0xa0; code++) {
    const character = String.fromCharCode(code);
    if (/\p{Cc}/u.test(character) && character !== "\n" && character !== "\r") {
      folds.set(character, " ");
    }
  }
  for (let code = 0xc0; code <= 0x1eff; code = code === 0x24f ? 0x1e00 : code + 1) {
    const letter = String.fromCharCode(code);
    const folded = decompose(letter, folds);
    if (folded !== null) {
      folds.set(letter, folded);
    }
  }
  return folds;
}

/** How many different characters of a text are folded once, and not each time they occur. */
const MAX_REMEMBERED = 1_000;

/** The ASCII for one code point by its compatibility decomposition, or null when some of it has none. */
function decompose(character: string, folds: ReadonlyMap<string, string>): string | null {
  const known = folds.get(character);
  if (known !== undefined) {
    return known;
  }
  if (PLAIN.test(character)) {
    return character;
  }
  if (!MAY_FOLD.test(character)) {
    return null;
  }
  let ascii = "";
  for (const part of character.normalize("NFKD")) {
    const folded = PLAIN.test(part) ? part : (folds.get(part) ?? (MARK.test(part) ? "" : null));
    if (folded === null) {
      return null;
    }
    ascii += folded;
  }
  // A spacing form of a mark decomposes into a space and the mark, and has no letter.
  return ascii.trim() === "" ? null : ascii;
}

function foldCluster(cluster: string): string {
  const known = FOLDS.get(cluster);
  if (known !== undefined) {
    return known;
  }
  let ascii = "";
  let visible = false;
  let lost = false;
  for (const character of cluster) {
    if (INVISIBLE.test(character)) {
      continue;
    }
    visible = true;
    if (MARK.test(character)) {
      continue;
    }
    const folded = decompose(character, FOLDS);
    // An emoji of many code points is one character to its reader.
    ascii += folded ?? (lost ? "" : "?");
    lost ||= folded === null;
  }
  return ascii === "" && visible ? "?" : ascii;
}

/**
 * Folds a text to the characters that GSM-7 and ASCII share, plus LF and CR (rules: folding). Typographic
 * characters become plain, and letters become unaccented ASCII. Invisible characters are dropped, and control
 * characters become spaces. Every other user-perceived character becomes one `?`. Idempotent; never throws.
 * The result may be empty.
 */
export function toGsm7(text: string): string {
  if (PLAIN.test(text)) return text;
  const folds = new Map<string, string>();
  return text.replace(CLUSTER, (cluster) => {
    const known = folds.get(cluster);
    if (known !== undefined) return known;
    const folded = foldCluster(cluster);
    if (folds.size < MAX_REMEMBERED) folds.set(cluster, folded);
    return folded;
  });
}

const UCS2_FOLDS: ReadonlyMap<string, string> = new Map([
  ...QUOTES_AND_DASHES.flatMap(([plain, typographic]) =>
    [...typographic].map((from) => [from, plain] as const),
  ),
  // PostgreSQL cannot hold a NUL, and no handset shows one.
  ["\0", " "] as const,
]);
const UCS2_FOLDED = new RegExp(`[${[...UCS2_FOLDS.keys()].join("")}]`, "g");

/**
 * The text with typographic quotes and dashes made plain (rules: unicode). Lone surrogates become U+FFFD, and
 * NUL becomes a space. Idempotent; never throws.
 */
export function toUcs2(text: string): string {
  return text.toWellFormed().replace(UCS2_FOLDED, (character) => UCS2_FOLDS.get(character) ?? character);
}

/**
 * The text as it is sent, and its encoding (rules: encodings): UCS-2 if the caller asks for Unicode,
 * otherwise GSM-7, to which every text folds. The caller checks whether the account may use Unicode. Never
 * throws.
 */
export function encodeText(text: string, unicode: boolean): { text: string; encoding: Encoding } {
  return unicode ? { text: toUcs2(text), encoding: "UCS-2" } : { text: toGsm7(text), encoding: "GSM-7" };
}
