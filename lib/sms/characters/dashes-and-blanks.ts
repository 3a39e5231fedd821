/**
 * Dashes and blanks as the members of a pattern's class, for a pattern with the flag `u`: the one list that texts, numbers and
 * links are read with.
 */

/** Dashes that people set for a hyphen in a text. They become plain in both encodings (rules: folding, unicode). */
export const TYPOGRAPHIC_DASHES = "\\u2010-\\u2015\\u2212\\u2e3a\\u2e3b";

/** Every dash of Unicode, the plain hyphen included, and the bullets and rules that look like one. */
export const DASHES = "\\p{Dash}\\u02d7\\u2043\\u2500\\u2501";

/** Spaces of any width, tabs and line breaks, and the braille pattern without a dot. */
export const BLANKS = "\\s\\x85\\u2800";
