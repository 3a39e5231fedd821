import { type CellFormat, numberText } from "@/lib/parsing/files/cell-formats";
import type { FileRow } from "@/lib/parsing/files/csv-reader";
import { FileRefusal } from "@/lib/parsing/files/file-refusal";
import { XmlReader } from "@/lib/parsing/files/read-xml";
import { MAX_CELL, type Sheet, type Workbook } from "@/lib/parsing/files/workbook";

/** The largest size of an unpacked sheet, in bytes. */
const MAX_SHEET_BYTES = 512 * 1024 * 1024;

/** The most columns of a sheet, and the most cells of all rows, including empty cells before others. */
const MAX_COLUMNS = 16_384;
const MAX_CELLS = 10_000_000;

const PLAIN: CellFormat = { isDate: false, digits: 0 };

/** Lines that the spreadsheet hides: the first few, and the count of all. */
export type HiddenRows = { lines: number[]; count: number };

/** Returns the rows of a sheet that have text, in batches that are never empty. A formula counts as its last result. */
export async function* sheetRows(
  workbook: Workbook,
  { path }: Sheet,
  hidden: HiddenRows = { lines: [], count: 0 },
): AsyncGenerator<FileRow[]> {
  const reader = new SheetReader(workbook, hidden);
  for await (const bytes of workbook.zip.bytesOf(path, MAX_SHEET_BYTES)) {
    const rows = reader.push(bytes);
    if (rows.length > 0) yield rows;
  }
  const rows = reader.end();
  if (rows.length > 0) yield rows;
}

/** A reader of a sheet's XML in pieces. */
class SheetReader {
  readonly #workbook: Workbook;
  readonly #hidden: HiddenRows;
  readonly #xml: XmlReader;
  #rows: FileRow[] = [];
  #line = 0;
  #isHidden = false;
  #cells: string[] = [];
  #cellCount = 0;
  #column = -1;
  #type = "n";
  #format = PLAIN;
  #value = "";
  #isValue = false;
  #isReading = false;

  constructor(workbook: Workbook, hidden: HiddenRows) {
    this.#workbook = workbook;
    this.#hidden = hidden;
    this.#xml = new XmlReader({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => {
        if (this.#isValue && this.#value.length < MAX_CELL) this.#value += text;
      },
      close: (name) => this.#close(name),
    });
  }

  push(bytes: Uint8Array): FileRow[] {
    this.#xml.push(bytes);
    return this.#takeRows();
  }

  end(): FileRow[] {
    this.#xml.end();
    return this.#takeRows();
  }

  #takeRows(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      this.#line = Math.max(this.#line + 1, Number(attributes.r) || 0);
      this.#isHidden = /^(?:1|true)$/.test(attributes.hidden ?? "");
      this.#cells = [];
      this.#column = -1;
    } else if (name === "c") {
      this.#column = columnOf(attributes.r) ?? this.#column + 1;
      this.#type = attributes.t ?? "n";
      this.#format = this.#workbook.formats[Number(attributes.s ?? -1)] ?? PLAIN;
      this.#value = "";
    } else if (name === "rPh") this.#isReading = true;
    this.#isValue = name === "v" || (name === "t" && !this.#isReading);
  }

  #close(name: string): void {
    this.#isValue = false;
    if (name === "rPh") this.#isReading = false;
    else if (name === "c") this.#addCell(this.#text().trim().slice(0, MAX_CELL));
    else if (name === "row" && this.#cells.length > 0) {
      this.#rows.push({ line: this.#line, cells: this.#cells });
      if (!this.#isHidden) return;
      this.#hidden.count++;
      if (this.#hidden.lines.length < 3) this.#hidden.lines.push(this.#line);
    }
  }

  /** Adds a cell with text, and the empty cells before it. */
  #addCell(text: string): void {
    if (text === "" || this.#column >= MAX_COLUMNS || this.#column < this.#cells.length) return;
    this.#cellCount += this.#column + 1 - this.#cells.length;
    if (this.#cellCount > MAX_CELLS)
      throw new FileRefusal("This spreadsheet has too many cells. Split it into smaller files.");
    while (this.#cells.length < this.#column) this.#cells.push("");
    this.#cells.push(text);
  }

  #text(): string {
    const { strings, is1904 } = this.#workbook;
    if (this.#type === "s") return strings[Number(this.#value)] ?? "";
    if (this.#type === "b") return this.#value === "1" ? "TRUE" : "FALSE";
    return this.#type === "n" ? numberText(this.#value, this.#format, is1904) : this.#value;
  }
}

/** Returns the index of a column from its cell's reference: 0 for `A1`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
