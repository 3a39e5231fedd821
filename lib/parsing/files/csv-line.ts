import { withGuard } from "@/lib/sms/numbers/formula-guard";

/** One cell: a number is written as it is, null and undefined as nothing. */
export type CsvCell = string | number | null | undefined;

/** A byte order mark: without it, spreadsheets read UTF-8 as something older. */
export const BOM = "\ufeff";

/** One line, with its end. A text that a spreadsheet would run as a formula has a ' before it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  const text = typeof cell === "string" ? withGuard(cell) : String(cell);
  // Where the comma is the decimal sign, spreadsheets take a semicolon for the end of a cell.
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
