/**
 * Dashes and blanks as members of a character class, for a pattern with the flag `u`: the only list for texts, numbers
 * and links.
 */

/** Dashes that people type in place of a hyphen. Both encodings replace them with a hyphen (rules: folding, unicode). */
export const TYPOGRAPHIC_DASHES = "\\u2010-\\u2015\\u2212\\u2e3a\\u2e3b";

/** Every dash of Unicode including the hyphen, and bullets and rules that look like a dash. */
export const DASHES = "\\p{Dash}\\u02d7\\u2043\\u2500\\u2501";

/** Spaces of any width, tabs, line breaks, and the braille pattern without a dot. */
export const BLANKS = "\\s\\x85\\u2800";
