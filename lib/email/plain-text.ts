/**
 * The most characters of an account's own words in an email. Its addresses for notices and senders may be a
 * stranger's, who must not get an account's messages in the service's name (rules: notices by email).
 */
const MAX_CHARACTERS = 40;

/**
 * Returns a name that an account has chosen in a safe form for an email: one line of letters, digits, spaces and `& '
 * ( ) , -`. Points and slashes become spaces, because programs make links of them.
 */
export function plainName(name: string): string {
  // A far longer name is cut first.
  const plain = name
    .slice(0, 10 * MAX_CHARACTERS)
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}&'(),-]+/gu, " ");
  return shortened(plain.trim());
}

/** Returns a host name for an email. A long one is cut. */
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
