import { isTitle, kindOfTitle } from "@/lib/parsing/files/column-titles";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import { numberColumn } from "@/lib/parsing/files/number-column";
import { countZeroless, noZeros, readNumberCell } from "@/lib/sms/numbers/number-cell";
import type { MissingZeros } from "@/lib/sms/numbers/number-problems";

/** A column of a file: its title, some of its values, and the numbers in it that may lack their zero. */
export type FileColumn = {
  /** The file's own title, or `Column 3`. */
  title: string;
  hasTitle: boolean;
  filled: number;
  samples: string[];
  zeroless: MissingZeros;
};

/** A note for the person about a file: the number of rows, and the lines of the first three. */
export type FileNote = { about: FileNoteKind; count: number; lines: number[] };

/**
 * The kind of a note. `stray-quote`: an unclosed quote. `above-titles`: rows above the titles, which are skipped.
 * `longer` and `shorter`: rows with more or fewer cells than titles. `hidden`: rows that the spreadsheet hides.
 * `other-sheets`: skipped sheets.
 */
export type FileNoteKind = "stray-quote" | "above-titles" | "longer" | "shorter" | "hidden" | "other-sheets";

/** The contents of a file, with the first rows only. */
export type FileTable = {
  columns: FileColumn[];
  /** The titles of the file; null if it has none. */
  titles: string[] | null;
  /** The line of the titles, above the rows. */
  titlesLine: number;
  rows: FileRow[];
  count: number;
  /** The index of the column that most probably has the numbers. */
  numbers: number | undefined;
  notes: FileNote[];
};

/** The most rows that are searched for titles. */
const MAX_ABOVE = 10;
const LOOKED_AT = 200;

const MAX_SAMPLES = 3;
const SAMPLE_LENGTH = 80;
const MAX_LINES = 3;

/** A reader of a file's rows that keeps only a bounded part of them. */
export class TableReader {
  readonly #kept: number;
  /** The first rows, until the titles are known; null afterwards. */
  #first: FileRow[] | null = [];
  #titles: FileRow | null = null;
  #width = 0;
  #rows: FileRow[] = [];
  #count = 0;
  readonly #columns: Omit<FileColumn, "title" | "hasTitle">[] = [];
  readonly #notes = new Map<FileNoteKind, FileNote>();

  /** @param kept the most rows that `table` returns. */
  constructor(kept = LOOKED_AT) {
    this.#kept = kept;
  }

  add(rows: readonly FileRow[]): void {
    for (const row of rows) {
      if (this.#first === null) this.#addRow(row);
      else if (this.#first.push(row) > MAX_ABOVE) this.#begin(this.#first);
    }
  }

  note(about: FileNoteKind, lines: readonly number[], count: number = lines.length): void {
    if (count > 0) this.#notes.set(about, { about, count, lines: lines.slice(0, MAX_LINES) });
  }

  /** Returns the contents of the file after its last row. */
  table(): FileTable {
    if (this.#first !== null) this.#begin(this.#first);
    const titles = this.#titles?.cells ?? null;
    const names = uniqueTitles(titles ?? [], this.#columns.length);
    return {
      columns: names.map((title, index) => ({
        title,
        hasTitle: Boolean(titles?.[index]),
        ...(this.#columns[index] ?? emptyColumn()),
      })),
      titles,
      titlesLine: this.#titles?.line ?? 0,
      rows: this.#rows,
      count: this.#count,
      numbers: numberColumn(
        names.map((_, index) => titles?.[index] ?? ""),
        this.#rows.slice(0, LOOKED_AT),
      ),
      notes: [...this.#notes.values()],
    };
  }

  #begin(first: readonly FileRow[]): void {
    this.#first = null;
    const index = titlesAt(first);
    this.#titles = first[index] ?? null;
    this.#width = widthOf(this.#titles?.cells ?? []);
    if (index > 0)
      this.note(
        "above-titles",
        first.slice(0, index).map(({ line }) => line),
      );
    for (const _ of this.#titles?.cells ?? []) this.#columns.push(emptyColumn());
    for (const row of first.slice(index + 1)) this.#addRow(row);
  }

  #addRow(row: FileRow): void {
    this.#count++;
    if (this.#rows.length < this.#kept) this.#rows.push(row);
    const { cells } = row;
    if (this.#titles) {
      if (widthOf(cells) > this.#width) this.#countNote("longer", row.line);
      else if (cells.length < this.#width) this.#countNote("shorter", row.line);
    }
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as string;
      this.#columns[index] ??= emptyColumn();
      if (cell !== "") addValue(this.#columns[index] as Omit<FileColumn, "title" | "hasTitle">, cell);
    }
  }

  #countNote(about: FileNoteKind, line: number): void {
    const note = this.#notes.get(about) ?? { about, count: 0, lines: [] };
    note.count++;
    if (note.lines.length < MAX_LINES) note.lines.push(line);
    this.#notes.set(about, note);
  }
}

const emptyColumn = () => ({ filled: 0, samples: [] as string[], zeroless: noZeros() });

function addValue(column: Omit<FileColumn, "title" | "hasTitle">, cell: string): void {
  column.filled++;
  const sample = cell.slice(0, SAMPLE_LENGTH);
  if (column.samples.length < MAX_SAMPLES && !column.samples.includes(sample)) column.samples.push(sample);
  countZeroless(cell, column.zeroless);
}

/**
 * Returns the index of the row with the titles, among a file's first rows; -1 without titles. Rows above it are a
 * heading, such as a report's name. If no row has words of titles, the first row counts, unless it has a number.
 */
export function titlesAt(rows: readonly FileRow[]): number {
  const widest = rows.reduce((most, { cells }) => Math.max(most, filledCells(cells)), 0);
  const numbered = rows.findIndex(({ cells }) => cells.some(isNumber));
  const above = numbered === -1 ? rows.length : numbered;
  const isWide = ({ cells }: FileRow) => filledCells(cells) >= Math.min(2, widest);
  const titled = (row: FileRow, isOne: (cell: string) => boolean) => isWide(row) && row.cells.some(isOne);
  const isPhone = (cell: string) => !["unknown", "no-number"].includes(kindOfTitle(cell));
  for (const isOne of [isPhone, isTitle]) {
    const index = rows.findIndex((row, at) => at < above && titled(row, isOne));
    if (index !== -1) return index;
  }
  if (above === 0 || rows.length === 0) return -1;
  const wide = rows.findIndex((row, at) => at < above && isWide(row));
  return wide === -1 ? 0 : wide;
}

function isNumber(cell: string): boolean {
  const reading = readNumberCell(cell);
  return "msisdn" in reading || !["not-a-number", "cannot-receive"].includes(reading.problem);
}

const filledCells = (cells: readonly string[]) =>
  cells.reduce((many, cell) => (cell === "" ? many : many + 1), 0);

/** Returns the number of columns that the cells fill, without empty ones at the end. */
function widthOf(cells: readonly string[]): number {
  for (let width = cells.length; width > 0; width--) if (cells[width - 1] !== "") return width;
  return 0;
}

/** Returns a unique title for each column: a second `Phone` becomes `Phone (2)`. */
function uniqueTitles(titles: readonly string[], width: number): string[] {
  const used = new Set<string>();
  const times = new Map<string, number>();
  return Array.from({ length: width }, (_, index) => {
    const title = titles[index] || `Column ${index + 1}`;
    const key = title.toLowerCase();
    let unique = title;
    while (used.has(unique.toLowerCase())) {
      const next = (times.get(key) ?? 1) + 1;
      times.set(key, next);
      unique = `${title} (${next})`;
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}
