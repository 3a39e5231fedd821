/** So much of a text is looked at: more than ten parts. */
const MAX_LENGTH = 4_096;

/** A text in capitals, without accents and macrons. Only the beginning of a very long text is looked at. Never throws. */
export function foldLetters(text: string): string {
  return text.slice(0, MAX_LENGTH).normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
}

/**
 * The words of a text in capitals, without accents, macrons and punctuation, each between single spaces: one text has the
 * words of another where it includes what this gives. Only the beginning of a very long text is looked at. Never throws.
 */
export function foldedWords(text: string): string {
  return ` ${foldLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
