import { BLANKS, DASHES } from "@/lib/sms/characters/dashes-and-blanks";
import { withoutInvisible } from "@/lib/sms/text/invisible";

/** The long vowel marks of Japanese keyboards. People type them for dashes in numbers. */
const VOWEL_MARKS = "\\u30fc\\uff70";

/** Separators between the groups of a number's digits, as members of a character class with the flag `u`. */
export const SEPARATORS = `${BLANKS}${DASHES}${VOWEL_MARKS}()./`;

const SEPARATOR = new RegExp(`[${SEPARATORS}]`, "gu");

/** The full-width forms of ASCII, at a fixed distance from it, and the small plus sign. */
const WIDE = /[\uff01-\uff5e]/g;
const WIDE_DISTANCE = 0xfee0;
const SMALL_PLUS = /\ufe62/g;

/**
 * Returns a number in the characters of a plain keyboard, without the invisible characters of a pasted number. Never
 * throws.
 */
export function plainNumber(written: string): string {
  return withoutInvisible(written)
    .replace(WIDE, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDE_DISTANCE))
    .replace(SMALL_PLUS, "+");
}

/** Returns a number, or a part of one, without the separators between its digits (rules: recipients). Never throws. */
export function withoutSeparators(written: string): string {
  return plainNumber(written).replace(SEPARATOR, "");
}
