/** The ignored parts of a statement's text: comments and quoted texts. */
const UNREAD = /--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$/g;

/** Returns a statement's text without comments, and with empty quoted texts. */
export function unquoted(text: string): string {
  return text.replace(UNREAD, "''");
}

/** Returns a text from `from` to the end of the enclosing brackets. */
export function untilBracket(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth < 0) return text.slice(from, at);
  }
  return text.slice(from);
}
