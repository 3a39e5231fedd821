import { HeadOfFile, readHead } from "@/lib/parsing/files/csv-separator";

/** A row of a file, and the number of its first line. */
export type FileRow = { line: number; cells: string[] };

/** Limits of the text that is kept: characters of a cell, and cells of a row. The rest is dropped. */
export type RowBounds = { characters: number; cells: number };

/** The most characters of a line. The rest is dropped, so that no whole file is collected in memory. */
const MAX_LINE = 1024 * 1024;

/** The longest quoted cell with line breaks. A longer cell has lost its second quote. */
const MAX_QUOTED = 256 * 1024;

/** The most stray quotes of a row. After these, all quotes of the row are letters, so that the time stays linear. */
const MAX_STRAY = 8;

/** The most lines with a stray quote that are reported. */
const MAX_NAMED = 100;

type Line = { number: number; text: string; end: string; resume?: { row: Row; index: number } };

type Row = { line: number; cells: string[]; stray: number };

/** A cell that a quote has opened, and the state to restore if that quote is a letter. */
type OpenQuote = {
  row: Row;
  cells: number;
  /** The lines since the quote, and the index after the quote in the first of them. */
  lines: Line[];
  index: number;
  length: number;
  text: string;
  /** True if a quote inside was neither doubled nor followed by the end of the cell. */
  isSloppy: boolean;
  /** True if quotes inside have a backslash before them. */
  hasBackslashes: boolean;
};

/**
 * A reader of CSV files in pieces that may end anywhere. Commas, semicolons, tabs or bars separate the cells, with quotes if
 * needed. A quote that is never closed is a letter, so that the rows after it are not lost; `strayQuotes` has its line.
 * The reader keeps the unfinished line, and the lines after an open quote. Never throws.
 */
export class CsvReader {
  /** Lines with an unclosed quote: the first hundred, and the count of all. */
  readonly strayQuotes = { lines: [] as number[], count: 0 };
  readonly #bounds: RowBounds;
  /** The first lines until the separator is known; null afterwards. */
  #head: HeadOfFile | null = new HeadOfFile();
  #separator = ",";
  #rows: FileRow[] = [];
  #line = 1;
  /** The unfinished line. */
  #text = "";
  /** True if the last character was a carriage return, which a line feed may follow. */
  #wasReturn = false;
  #open: OpenQuote | null = null;

  constructor(bounds: RowBounds = { characters: Number.POSITIVE_INFINITY, cells: Number.POSITIVE_INFINITY }) {
    this.#bounds = bounds;
  }

  /** Reads the next piece. Returns the rows that the piece completes. */
  push(text: string): FileRow[] {
    // Databases write zero characters, and they also come from UTF-16 in another encoding.
    const piece = text.includes("\0") ? text.replaceAll("\0", "") : text;
    if (this.#head === null) this.#splitLines(piece);
    else {
      const end = this.#head.add(piece);
      if (end !== undefined) this.#begin(this.#head.text, end);
    }
    return this.#takeRows();
  }

  /** Returns the last rows, which need no line end. */
  end(): FileRow[] {
    if (this.#head !== null) this.#begin(this.#head.text, this.#head.text.length);
    if (this.#text !== "" || this.#wasReturn) this.#endLine(this.#wasReturn ? "\r" : "");
    while (this.#open) this.#take(this.#goBack(this.#open));
    return this.#takeRows();
  }

  #begin(head: string, end: number): void {
    const { separator, skipped } = readHead(head.slice(0, end));
    this.#separator = separator;
    if (skipped > 0) this.#line++;
    this.#head = null;
    this.#splitLines(head.slice(skipped));
  }

  #takeRows(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #splitLines(text: string): void {
    let from = 0;
    if (this.#wasReturn && text !== "") {
      from = text.startsWith("\n") ? 1 : 0;
      this.#endLine(from === 1 ? "\r\n" : "\r");
    }
    let [feed, carriage] = [text.indexOf("\n", from), text.indexOf("\r", from)];
    for (;;) {
      if (feed !== -1 && feed < from) feed = text.indexOf("\n", from);
      if (carriage !== -1 && carriage < from) carriage = text.indexOf("\r", from);
      const at = carriage === -1 || (feed !== -1 && feed < carriage) ? feed : carriage;
      if (at === -1) break;
      this.#append(text, from, at);
      if (at === carriage && at + 1 === text.length) {
        this.#wasReturn = true;
        return;
      }
      const end = at === feed ? "\n" : text[at + 1] === "\n" ? "\r\n" : "\r";
      from = at + end.length;
      this.#endLine(end);
    }
    this.#append(text, from, text.length);
  }

  #append(text: string, from: number, to: number): void {
    const room = MAX_LINE - this.#text.length;
    if (room > 0 && to > from) this.#text += text.slice(from, Math.min(to, from + room));
  }

  #endLine(end: string): void {
    const line = { number: this.#line++, text: this.#text, end };
    this.#text = "";
    this.#wasReturn = false;
    this.#take([line]);
  }

  /** Reads lines. It reads the lines after a stray quote again before the next line. */
  #take(lines: readonly Line[]): void {
    const waiting = lines.toReversed();
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      const again = this.#open ? this.#goOn(this.#open, line) : this.#readLine(line);
      if (again !== undefined) for (let at = again.length - 1; at >= 0; at--) waiting.push(again[at] as Line);
    }
  }

  #readLine(line: Line): Line[] | undefined {
    const { resume, number } = line;
    if (!resume) return this.#readCells({ line: number, cells: [], stray: 0 }, line, 0);
    const end = this.#addPlain(resume.row, line.text, resume.index);
    return this.#readCells(resume.row, line, end);
  }

  /** Reads the cells of a line from an index: the beginning of a cell, or the separator after one. */
  #readCells(row: Row, line: Line, from: number): Line[] | undefined {
    const { text } = line;
    let at = from;
    if (at > 0 || row.cells.length > 0) {
      if (at >= text.length) return this.#endRow(row);
      at++;
    }
    for (;;) {
      let begin = at;
      while (this.#isBlank(text[begin])) begin++;
      if (text[begin] === '"' && row.stray < MAX_STRAY) {
        const open: OpenQuote = {
          row,
          cells: row.cells.length,
          lines: [line],
          index: begin + 1,
          length: text.length,
          text: "",
          isSloppy: false,
          hasBackslashes: false,
        };
        const end = this.#readQuoted(open, line, begin + 1);
        if (typeof end !== "number") return end;
        at = end;
      } else at = this.#addPlain(row, text, at);
      if (at >= text.length) return this.#endRow(row);
      at++;
    }
  }

  /** Adds the cell that begins at an index. Returns the index of the separator after it, or the line's length. */
  #addPlain(row: Row, text: string, from: number): number {
    const found = text.indexOf(this.#separator, from);
    const end = found === -1 ? text.length : found;
    this.#addCell(row, text.slice(from, end));
    return end;
  }

  /** Continues a cell that a quote opened on an earlier line. */
  #goOn(open: OpenQuote, line: Line): Line[] | undefined {
    this.#open = null;
    open.lines.push(line);
    open.length += line.text.length + 1;
    const end = this.#readQuoted(open, line, 0);
    return typeof end === "number" ? this.#readCells(open.row, line, end) : end;
  }

  /**
   * Reads the inside of quotes. Returns the index after the cell, or the lines to read again if the quote is a letter.
   * Returns undefined if the cell continues in the next line.
   */
  #readQuoted(open: OpenQuote, { text, end }: Line, from: number): number | Line[] | undefined {
    const isFirst = open.lines.length === 1;
    for (let at = from; ; ) {
      const quote = text.indexOf('"', at);
      if (quote === -1) {
        this.#addText(open, text.slice(at) + end);
        if (open.isSloppy || open.length > MAX_QUOTED) return this.#goBack(open);
        this.#open = open;
        return undefined;
      }
      const isEscaped = quote > from && text[quote - 1] === "\\";
      let behind = quote + 1;
      if (text[behind] === '"' && !(isEscaped && open.hasBackslashes)) {
        this.#addText(open, text.slice(at, behind));
        at = behind + 1;
        continue;
      }
      while (this.#isBlank(text[behind])) behind++;
      const isEnd = behind >= text.length || text[behind] === this.#separator;
      if (isEnd && !(isEscaped && open.hasBackslashes)) {
        this.#addText(open, text.slice(at, quote));
        this.#addCell(open.row, open.text);
        return behind;
      }
      if (isEscaped) {
        open.hasBackslashes = true;
        this.#addText(open, `${text.slice(at, quote - 1)}"`);
      } else {
        if (!isFirst) return this.#goBack(open);
        open.isSloppy = true;
        this.#addText(open, text.slice(at, quote + 1));
      }
      at = quote + 1;
    }
  }

  /** Returns the lines since an opening quote that turned out to be a letter. They are read again. */
  #goBack({ row, cells, lines, index }: OpenQuote): Line[] {
    this.#open = null;
    const [first, ...others] = lines as [Line, ...Line[]];
    if (this.strayQuotes.lines.at(-1) !== first.number) {
      this.strayQuotes.count++;
      if (this.strayQuotes.lines.length < MAX_NAMED) this.strayQuotes.lines.push(first.number);
    }
    row.cells.length = cells;
    row.stray++;
    return [{ ...first, resume: { row, index } }, ...others];
  }

  /** Returns whether a character is a blank that separates no cells. */
  #isBlank(character: string | undefined): boolean {
    return (
      (character === " " || character === "\t" || character === "\u00a0" || character === "\ufeff") &&
      character !== this.#separator
    );
  }

  #addText(open: OpenQuote, text: string): void {
    // Leading blanks are no part of a cell.
    const more = open.text === "" ? text.trimStart() : text;
    const room = this.#bounds.characters - open.text.length;
    if (room > 0) open.text += more.length > room ? more.slice(0, room) : more;
  }

  #addCell({ cells }: Row, text: string): void {
    if (cells.length < this.#bounds.cells)
      cells.push(text.trim().slice(0, this.#bounds.characters).trimEnd());
  }

  #endRow({ line, cells }: Row): undefined {
    if (cells.some((cell) => cell !== "")) this.#rows.push({ line, cells });
  }
}
