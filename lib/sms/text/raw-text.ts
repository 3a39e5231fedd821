/** The most characters of a stored raw text. */
const MAX_LENGTH = 1_000;

/** The message's own text at the end of a receipt, a form or JSON. */
const OWN_TEXT = /\btext"?\s*[:=].*$/is;

/** A possible one-time code: 4 to 8 digits without a digit beside them. */
const CODE = /(?<!\d)\d{4,8}(?!\d)/g;

/**
 * Returns a network's words about a sent message, as printable ASCII without secrets. They show an operator the
 * network's format. The message's own text is cut, and `maskedRaw` masks the rest.
 */
export function rawText(text: string): string {
  return maskedRaw(text.slice(0, MAX_LENGTH).replace(OWN_TEXT, "text:..."));
}

/**
 * Returns a network's words as printable ASCII. Digits that may be a one-time code are masked, and other characters
 * than ASCII are escaped. At most 1,000 characters.
 */
export function maskedRaw(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(CODE, (digits) => "#".repeat(digits.length))
    .replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .slice(0, MAX_LENGTH);
}

/** The first words of a stored report with an unknown status word. The word follows, without white space. */
export const UNKNOWN_STATUS = "Unknown status";

const MAX_WORD_LENGTH = 32;

/** Returns a raw report with its unknown status word in front (rules: unknown status words). */
export function withUnknownStatus(word: string, raw: string): string {
  const shown = maskedRaw(word).replaceAll(" ", "_").slice(0, MAX_WORD_LENGTH) || "(none)";
  return `${UNKNOWN_STATUS} ${shown} in: ${raw}`.slice(0, MAX_LENGTH);
}
