import { BLANKS, DASHES, TYPOGRAPHIC_DASHES } from "@/lib/sms/characters/dashes-and-blanks";
import { LATIN_FOLDS } from "@/lib/sms/text/latin-letters";

/** The encoding of a sent text: seven-bit characters or 16-bit units (rules: encodings). */
export type Encoding = "GSM-7" | "UCS-2";

/** Characters that need no folding: LF, CR and printable ASCII except the backtick, which GSM-7 lacks. */
const PLAIN = /^[\n\r -_a-~]*$/;

const MARK = /^\p{M}$/u;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;

const DASH = new RegExp(`^[${DASHES}]$`, "u");
const BLANK = new RegExp(`^[${BLANKS}]$`, "u");

/**
 * Symbols of currencies except wide dollar signs. They have no counterpart, even if Unicode decomposes them into
 * letters.
 */
const CURRENCY = /^(?![\uff04\ufe69])\p{Sc}$/u;

/** Fractions in one character, which follow a whole number without a space. */
const FRACTION = /^[\u00bc-\u00be\u2150-\u215e\u2189]/;

/** Quotation marks that both encodings replace with plain ones (rules: folding, unicode). */
const QUOTES: readonly (readonly [plain: string, typographic: string])[] = [
  ["'", "\u2018\u2019\u201a\u201b"],
  ['"', "\u201c\u201d\u201e\u201f"],
];

/** Characters that resemble an ASCII character but do not decompose to it in Unicode. */
const GSM7_ONLY: readonly (readonly [plain: string, typographic: string])[] = [
  ["...", "\u2026"],
  ["'", "`\u00b4\u02ca\u02cb\u2032\u2035\u275b\u275c"],
  ['"', "\u2033\u2036\u275d\u275e\u301d\u301e\u301f"],
  ["/", "\u2044\u2215"],
  ["^", "\u02c6"],
  ["~", "\u02dc"],
  ["\n", "\u2028\u2029"],
];

/** Digits and numbers in black circles and in other circles: the first character, its value, and the count. */
const CIRCLED: readonly (readonly [first: number, value: number, count: number])[] = [
  [0x2776, 1, 10],
  [0x2780, 1, 10],
  [0x278a, 1, 10],
  [0x24eb, 11, 10],
  [0x24f5, 1, 10],
  [0x24ff, 0, 1],
];

/**
 * The pattern of one non-plain user-perceived character. V8's `Intl.Segmenter` takes quadratic time: minutes for 400
 * kB of emoji. This pattern follows UAX 29 in one linear pass. It knows flags, emoji with modifiers and joiners,
 * Hangul jamo, the conjuncts of the large Indic scripts, and a base with its marks.
 */
const CLUSTER = buildClusterPattern();

function buildClusterPattern(): RegExp {
  const extend =
    "[\\p{M}\\u200c\\u200d\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}\\uff9e\\uff9f\\u0e33\\u0eb3]";
  // An unbounded repetition overflows the pattern's stack on millions of combining marks.
  const many = "{0,1000}";
  const flag = `\\p{RI}{1,2}${extend}${many}`;
  const emoji = `\\p{ExtPict}(?:\\u200d\\p{ExtPict}|${extend})${many}`;
  const leading = "[\\u1100-\\u115f\\ua960-\\ua97c]{1,9}";
  const jamo = `${leading}[\\uac00-\\ud7a3\\u1160-\\u11ff\\ud7b0-\\ud7fb]{0,9}${extend}${many}`;
  const virama = "[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0d4d]\\u200d?";
  const other = `[^\\n\\r -_a-~](?:${virama}\\p{Lo}|${extend})${many}`;
  return new RegExp(`[ -_a-~]${extend}{1,1000}|${flag}|${emoji}|${jamo}|${other}`, "gu");
}

/** Characters with a known counterpart. The precomposed Latin letters are computed once, here. */
const FOLDS = buildFolds();

function buildFolds(): ReadonlyMap<string, string> {
  const folds = new Map(LATIN_FOLDS);
  for (const [plain, typographic] of [...QUOTES, ...GSM7_ONLY]) {
    for (const character of typographic) {
      folds.set(character, plain);
    }
  }
  for (const [first, value, count] of CIRCLED) {
    for (let index = 0; index < count; index++) {
      folds.set(String.fromCharCode(first + index), String(value + index));
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

/** The most characters of a text whose folded form is cached. */
const MAX_REMEMBERED = 1_000;

/** Returns the ASCII for one code point without a decomposition; null if it has none. */
function plainOf(character: string, folds: ReadonlyMap<string, string>): string | null {
  if (PLAIN.test(character)) return character;
  const known = folds.get(character);
  if (known !== undefined) return known;
  if (DASH.test(character)) return "-";
  return BLANK.test(character) ? " " : null;
}

/** Returns the ASCII for one code point by its compatibility decomposition, or null if a part of it has none. */
function decompose(character: string, folds: ReadonlyMap<string, string>): string | null {
  const plain = plainOf(character, folds);
  if (plain !== null || CURRENCY.test(character)) {
    return plain;
  }
  let ascii = "";
  for (const part of character.normalize("NFKD")) {
    const folded = plainOf(part, folds) ?? (MARK.test(part) ? "" : null);
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
    // The reader sees an emoji of many code points as one character.
    ascii += folded ?? (lost ? "" : "?");
    lost ||= folded === null;
  }
  return ascii === "" && visible ? "?" : ascii;
}

/**
 * Folds a text to the characters that GSM-7 and ASCII share, plus LF and CR (rules: folding). Typographic characters
 * become plain, letters become unaccented ASCII, and styled or composed forms become their characters. Invisible
 * characters are dropped, and control characters become spaces. Every other user-perceived character becomes one `?`.
 * Idempotent; never throws. The result may be empty.
 */
export function toGsm7(text: string): string {
  if (PLAIN.test(text)) return text;
  const folds = new Map<string, string>();
  return text.replace(CLUSTER, (cluster, at: number) => {
    const folded = folds.get(cluster) ?? foldCluster(cluster);
    if (folds.size < MAX_REMEMBERED) folds.set(cluster, folded);
    // The space separates a whole number from its fraction: without it, one and a half would become 11/2.
    return FRACTION.test(cluster) && /\p{Nd}/u.test(text.charAt(at - 1)) ? ` ${folded}` : folded;
  });
}

const UCS2_FOLDS: ReadonlyMap<string, string> = new Map([
  ...QUOTES.flatMap(([plain, typographic]) => [...typographic].map((from) => [from, plain] as const)),
  // PostgreSQL cannot store a NUL, and no handset shows one.
  ["\0", " "] as const,
]);
const UCS2_FOLDED = new RegExp(`[${[...UCS2_FOLDS.keys()].join("")}${TYPOGRAPHIC_DASHES}]`, "g");

/**
 * Returns a text with plain quotes and dashes in place of typographic ones (rules: unicode). Lone surrogates become
 * U+FFFD, and NUL becomes a space. Idempotent; never throws.
 */
export function toUcs2(text: string): string {
  return text.toWellFormed().replace(UCS2_FOLDED, (character) => UCS2_FOLDS.get(character) ?? "-");
}

/**
 * Returns a text as it is sent, and its encoding (rules: encodings): UCS-2 if the caller requests Unicode, otherwise
 * GSM-7, to which every text folds. The caller checks whether the account may use Unicode. Never throws.
 */
export function encodeText(text: string, unicode: boolean): { text: string; encoding: Encoding } {
  return unicode ? { text: toUcs2(text), encoding: "UCS-2" } : { text: toGsm7(text), encoding: "GSM-7" };
}
