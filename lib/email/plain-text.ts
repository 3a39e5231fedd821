/**
 * Most characters of what an account has written itself in an email: its addresses for notices and senders need not be
 * its own, and nobody is to write to strangers in our name (rules: notices by email).
 */
const MAX_CHARACTERS = 40;

/**
 * A name that an account has chosen, as an email may show it: one line of letters, digits, spaces and `& ' ( ) , -`. Points
 * and slashes, of which programs make links, become spaces.
 */
export function plainName(name: string): string {
  // Of far more nothing is looked at.
  const plain = name
    .slice(0, 10 * MAX_CHARACTERS)
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}&'(),-]+/gu, " ");
  return shortened(plain.trim());
}

/** A host name in an email: what is longer is cut. */
export function shownHost(host: string): string {
  return shortened(host);
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_CHARACTERS
    ? text
    : `${characters
        .slice(0, MAX_CHARACTERS - 1)
        .join("")
        .trim()}…`;
}
