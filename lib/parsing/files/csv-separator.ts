/** The longest beginning of a file that is searched for the separator, in characters. */
const MAX_HEAD = 64 * 1024;

/** The number of lines that decide the separator. */
const MAX_LINES = 10;

/** The possible separators. An earlier one wins if two fit equally well. */
const SEPARATORS = [",", ";", "\t", "|"];

/** The line `sep=;`, which Excel obeys. A letter, a digit, a quote or a backslash is no separator. */
const SEP_LINE = /^\ufeff?"?sep=([^\p{L}\p{N}"\\\r\n])"?[;, \t]*(?:\r\n|\r|\n|$)/iu;

/** The reading of a file's beginning: its separator, and the length of a line that only names it. */
export type CsvHead = { separator: string; skipped: number };

/** A collector of a file's beginning, piece by piece: ten lines, or `MAX_HEAD`. */
export class HeadOfFile {
  text = "";
  #lines = 0;
  #wasReturn = false;

  /** Adds a piece. Returns the length of the beginning when it is complete. */
  add(piece: string): number | undefined {
    const before = this.text.length;
    this.text += piece;
    for (let at = 0; at < piece.length; at++) {
      if (before + at >= MAX_HEAD) return MAX_HEAD;
      const character = piece[at];
      const isSecond = this.#wasReturn && character === "\n";
      this.#wasReturn = character === "\r";
      // A carriage return counts as a line end. A line feed after the tenth one belongs to it.
      if (character !== "\r" && (character !== "\n" || isSecond)) continue;
      if (++this.#lines >= MAX_LINES) return before + at + 1;
    }
    return undefined;
  }
}

/** Finds the separator of a file: most of the first lines have it equally often, outside of quotes. Never throws. */
export function readHead(head: string): CsvHead {
  const [line, separator] = SEP_LINE.exec(head) ?? [];
  if (line !== undefined && separator !== undefined) return { separator, skipped: line.length };
  // The lines after an unclosed quote would not be counted.
  const counts = countOutside(head, true) ?? countOutside(head, false) ?? [];
  let best = { separator: SEPARATORS[0] as string, lines: 0, often: 0 };
  for (const [index, each] of SEPARATORS.entries()) {
    const lines = new Map<number, number>();
    for (const row of counts) {
      const often = row[index] ?? 0;
      if (often > 0) lines.set(often, (lines.get(often) ?? 0) + 1);
    }
    for (const [often, many] of lines)
      if (many > best.lines || (many === best.lines && often > best.often))
        best = { separator: each, lines: many, often };
  }
  return { separator: best.separator, skipped: 0 };
}

/** Counts the separators of each line that has text. Returns undefined if a quote is still open at the end. */
function countOutside(head: string, heedsQuotes: boolean): number[][] | undefined {
  const lines: number[][] = [];
  let row = SEPARATORS.map(() => 0);
  /**
   * The position in a cell. `begin`: a quote opens the cell. `closed`: after a quote, and a second quote is part of the
   * cell.
   */
  let place: "begin" | "plain" | "quoted" | "closed" = "begin";
  for (const character of head) {
    const isQuote = heedsQuotes && character === '"';
    const index = SEPARATORS.indexOf(character);
    if (place === "quoted") place = isQuote ? "closed" : "quoted";
    else if (isQuote && place !== "plain") place = "quoted";
    else if (character === "\n" || character === "\r") {
      lines.push(row);
      row = SEPARATORS.map(() => 0);
      place = "begin";
    } else if (index !== -1) {
      row[index] = (row[index] ?? 0) + 1;
      place = "begin";
    } else if (place !== "begin" || character.trim() !== "") place = "plain";
  }
  lines.push(row);
  return place === "quoted" ? undefined : lines;
}
