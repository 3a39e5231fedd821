/**
 * The beginning of a text from outside, fit to stand in a sentence that is told to its caller: one line of whole characters.
 * Half a surrogate pair would make JSON that strict readers refuse, and a line feed a second line of plain text.
 * @param most UTF-16 units of the text.
 */
export function excerpt(text: string, most: number): string {
  const cut = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, "") : text;
  return cut.replace(/\p{Cc}/gu, " ").toWellFormed();
}
