/**
 * Returns the beginning of a text from outside, safe to quote in a sentence to its caller: one line of whole
 * characters. Strict readers refuse JSON with half a surrogate pair. A line feed would begin a second line of plain
 * text.
 * @param most UTF-16 units of the text.
 */
export function excerpt(text: string, most: number): string {
  const cut = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, "") : text;
  return cut.replace(/\p{Cc}/gu, " ").toWellFormed();
}
