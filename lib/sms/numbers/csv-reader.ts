/** A row of a file of comma-separated values, with the line that it begins on. */
export type CsvRow = { line: number; cells: string[] };

/** What is kept of a file: characters of a cell, and cells of a row. What is beyond is passed over. */
export type CsvBounds = { characters: number; cells: number };

/** The first line is looked at up to here for what separates cells. */
const MAX_HEAD = 64 * 1024;

/** Where the reader is: outside of quotes, inside of them, or behind a quote that ends them unless another one follows. */
type Place = "plain" | "quoted" | "behind-quote";

const SEPARATORS = [",", ";", "\t"];

/** Counts what may separate cells in the first line of a file, outside of quotes: a cell in quotes may have several lines. */
class FirstLine {
  readonly #counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  /** `begin`: of a cell, where a quote opens it; `closed`: behind a quote, where another one is part of the cell. */
  #place: "begin" | "plain" | "quoted" | "closed" = "begin";
  /** Empty lines before it are passed over. */
  #hasText = false;

  /** Looks at the next piece of the file, and says whether the line ends in it. */
  ends(text: string): boolean {
    for (const character of text) {
      const isQuote = character === '"';
      const count = this.#counts.get(character);
      this.#hasText ||= character.trim() !== "" && count === undefined;
      if (this.#place === "quoted") this.#place = isQuote ? "closed" : "quoted";
      else if (isQuote && this.#place !== "plain") this.#place = "quoted";
      else if (character === "\n" || character === "\r") {
        if (this.#hasText) return true;
      } else if (count !== undefined) {
        this.#counts.set(character, count + 1);
        this.#place = "begin";
      } else if (this.#place !== "begin" || character.trim() !== "") this.#place = "plain";
    }
    return false;
  }

  /** The separator that is most frequent. */
  separator(): string {
    const count = (separator: string) => this.#counts.get(separator) ?? 0;
    return SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best));
  }
}

/**
 * Reads a CSV file as spreadsheets write it, in pieces that may end anywhere: commas, semicolons or tabs, with quotes where needed.
 * It keeps the row that is under way, and nothing else. Never throws.
 */
export class CsvReader {
  readonly #bounds: CsvBounds;
  /** What has come of the first line; null once what separates cells is known. */
  #head: string | null = "";
  readonly #firstLine = new FirstLine();
  #separator = ",";
  #rows: CsvRow[] = [];
  #cells: string[] = [];
  #cell = "";
  /** Whether the cell has had a quote at its beginning: another one is a character like any other. */
  #wasQuoted = false;
  #place: Place = "plain";
  #line = 1;
  #begunOn = 1;
  /** Whether the last character was a carriage return: a line feed behind it ends no further line. */
  #wasReturn = false;

  constructor(bounds: CsvBounds = { characters: Number.POSITIVE_INFINITY, cells: Number.POSITIVE_INFINITY }) {
    this.#bounds = bounds;
  }

  /** Reads the next piece of the file, and gives the rows that have ended. Rows without any text are left out. */
  push(text: string): CsvRow[] {
    if (this.#head === null) this.#read(text);
    else {
      this.#head += text;
      if (this.#firstLine.ends(text) || this.#head.length > MAX_HEAD) this.#readHead(this.#head);
    }
    return this.#takeRows();
  }

  /** Says that the file has ended, and gives its last row where that has no line end. */
  end(): CsvRow[] {
    if (this.#head !== null) this.#readHead(this.#head);
    if (this.#cell !== "" || this.#cells.length > 0) this.#endRow();
    return this.#takeRows();
  }

  #readHead(head: string): void {
    this.#head = null;
    this.#separator = this.#firstLine.separator();
    this.#read(head);
  }

  #takeRows(): CsvRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #read(text: string): void {
    let from = 0;
    const take = (to: number) => {
      this.#append(text.slice(from, to));
      from = to;
    };
    for (let at = 0; at < text.length; at++) {
      const character = text[at] as string;
      const isSecond = this.#wasReturn && character === "\n";
      this.#wasReturn = character === "\r";
      const isLineEnd = !isSecond && (character === "\n" || character === "\r");
      if (isLineEnd) this.#line++;
      if (this.#place === "quoted") {
        if (character !== '"') continue;
        take(at);
        from = at + 1;
        this.#place = "behind-quote";
      } else if (this.#place === "behind-quote" && character === '"') this.#place = "quoted";
      else {
        this.#place = "plain";
        if (character === '"') {
          take(at);
          if (this.#cell !== "" || this.#wasQuoted) continue;
          this.#wasQuoted = true;
          this.#place = "quoted";
        } else if (character === this.#separator || isLineEnd) {
          take(at);
          if (isLineEnd) this.#endRow();
          else this.#endCell();
        } else if (!isSecond) continue;
        from = at + 1;
      }
    }
    take(text.length);
  }

  /** A cell begins with its first character that is no space. */
  #append(run: string): void {
    const more = this.#cell === "" ? run.trimStart() : run;
    const room = this.#bounds.characters - this.#cell.length;
    if (room > 0) this.#cell += more.length > room ? more.slice(0, room) : more;
  }

  #endCell(): void {
    if (this.#cells.length < this.#bounds.cells) this.#cells.push(this.#cell.trimEnd());
    this.#cell = "";
    this.#wasQuoted = false;
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.some((cell) => cell !== "")) this.#rows.push({ line: this.#begunOn, cells: this.#cells });
    this.#cells = [];
    this.#begunOn = this.#line;
  }
}
