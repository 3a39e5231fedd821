/** The number of characters that are read: more than ten parts have. */
const MAX_LENGTH = 4_096;

/**
 * Returns a text in capitals, without accents and macrons. Reads only the beginning of a very long text. Never
 * throws.
 */
export function foldLetters(text: string): string {
  return text.slice(0, MAX_LENGTH).normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
}

/**
 * Returns the words of a text in capitals, without accents, macrons and punctuation. Each word stands between single
 * spaces, so one text has the words of another if it includes them as a substring. Reads only the beginning of a very
 * long text. Never throws.
 */
export function foldedWords(text: string): string {
  return ` ${foldLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
