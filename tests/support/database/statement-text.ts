/** What is not read of a statement's text: comments and quoted texts. */
const UNREAD = /--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$/g;

/** A statement's text without its comments, and with nothing in its quoted texts. */
export function unquoted(text: string): string {
  return text.replace(UNREAD, "''");
}

/** A text from `from` on, to the end of the brackets that it is in. */
export function untilBracket(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth < 0) return text.slice(from, at);
  }
  return text.slice(from);
}
