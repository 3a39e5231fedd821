/** The first lines are looked at up to here for the separator of cells. */
const MAX_HEAD = 64 * 1024;

/** How many lines the separator is chosen by. */
const MAX_LINES = 10;

/** The separators that are looked for; earlier ones go first when two fit as well. */
const SEPARATORS = [",", ";", "\t", "|"];

/** The line that Excel obeys: `sep=;`. A letter, a digit, a quote or a backslash separates nothing. */
const SEP_LINE = /^\ufeff?"?sep=([^\p{L}\p{N}"\\\r\n])"?[;, \t]*(?:\r\n|\r|\n|$)/iu;

/** The reading of a file's beginning: its separator, and the length of a line that only names it. */
export type CsvHead = { separator: string; skipped: number };

/** Gathers the beginning of a file, piece by piece: ten lines, or `MAX_HEAD`. */
export class HeadOfFile {
  text = "";
  #lines = 0;
  #wasReturn = false;

  /** Adds a piece. Returns the length of the beginning when all of it has come. */
  add(piece: string): number | undefined {
    const before = this.text.length;
    this.text += piece;
    for (let at = 0; at < piece.length; at++) {
      if (before + at >= MAX_HEAD) return MAX_HEAD;
      const character = piece[at];
      const isSecond = this.#wasReturn && character === "\n";
      this.#wasReturn = character === "\r";
      // A carriage return is counted, and a line feed behind the tenth is passed over with it.
      if (character !== "\r" && (character !== "\n" || isSecond)) continue;
      if (++this.#lines >= MAX_LINES) return before + at + 1;
    }
    return undefined;
  }
}

/**
 * Finds the separator of a file: the one that most of the first lines have equally often, outside of quotes. Never throws.
 */
export function readHead(head: string): CsvHead {
  const [line, separator] = SEP_LINE.exec(head) ?? [];
  if (line !== undefined && separator !== undefined) return { separator, skipped: line.length };
  // A quote that is never closed hides the rest.
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

/** Counts the separators of each line that has text. Undefined when a quote is still open at the end. */
function countOutside(head: string, heedsQuotes: boolean): number[][] | undefined {
  const lines: number[][] = [];
  let row = SEPARATORS.map(() => 0);
  /** `begin`: of a cell, where a quote opens it; `closed`: behind a quote, where another one is part of the cell. */
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
