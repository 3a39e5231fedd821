/** The most characters of what is kept as it came. */
const MAX_LENGTH = 1_000;

/** What follows is the message's own text, in a receipt, a form or JSON. */
const OWN_TEXT = /\btext"?\s*[:=].*$/is;

/** What may be a one-time code: 4 to 8 digits that stand alone. */
const CODE = /(?<!\d)\d{4,8}(?!\d)/g;

/**
 * What a network sent of a message of ours, as printable ASCII without secrets, for who has to find out how it writes: the
 * message's own text is cut, and the rest is as `maskedRaw` has it.
 */
export function rawText(text: string): string {
  return maskedRaw(text.slice(0, MAX_LENGTH).replace(OWN_TEXT, "text:..."));
}

/**
 * What a network sent, as printable ASCII: digits that may be a one-time code are masked, and anything but ASCII is escaped.
 * At most 1,000 characters.
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
