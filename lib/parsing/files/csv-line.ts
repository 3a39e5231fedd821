import { withGuard } from "@/lib/sms/numbers/formula-guard";

/** The value of one cell. A number is written unchanged, and null and undefined are written as an empty cell. */
export type CsvCell = string | number | null | undefined;

/** A byte order mark. Without it, spreadsheets do not read a file as UTF-8. */
export const BOM = "\ufeff";

/** Returns one line with its line end. A text that a spreadsheet would run as a formula gets a leading '. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  const text = typeof cell === "string" ? withGuard(cell) : String(cell);
  // Spreadsheets also end a cell at a semicolon if their decimal sign is the comma.
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
