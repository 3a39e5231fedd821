import { CsvReader, type CsvRow } from "@/lib/sms/numbers/csv-reader";
import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** A file of comma-separated values: its columns' names, and its rows. */
export type CsvFile = { columns: string[]; rows: CsvRow[] };

/** How many rows are searched for the column with the numbers. */
export const LOOKED_AT = 200;

const isNumber = (cell: string) => {
  const msisdn = normaliseMsisdn(cell);
  return msisdn !== null && canReceiveSms(msisdn);
};

/** Reads a whole CSV file. The first row names the columns, unless it has a phone number in it. Never throws. */
export function readCsv(text: string): CsvFile {
  const reader = new CsvReader();
  const lines = [...reader.push(text), ...reader.end()];
  const [first, ...others] = lines;
  if (!first) return { columns: [], rows: [] };
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return { columns: columnNames(first, width), rows: namesColumns(first) ? others : lines };
}

/** Whether the first row of a file names its columns: it does unless it has a phone number in it. */
export function namesColumns({ cells }: CsvRow): boolean {
  return !cells.some(isNumber);
}

/**
 * The names of a file's columns.
 * @param first its first row.
 * @param width how many columns its longest row has.
 */
export function columnNames(first: CsvRow, width: number): string[] {
  const hasNames = namesColumns(first);
  return Array.from({ length: width }, (_, index) => {
    const name = hasNames ? first.cells[index] : undefined;
    return name ? name : `Column ${index + 1}`;
  });
}

/** The column with the most phone numbers. Of several with as many, the first. */
export function numberColumn({ columns, rows }: CsvFile): number {
  const looked = rows.slice(0, LOOKED_AT);
  const counts = columns.map((_, index) => looked.filter(({ cells }) => isNumber(cells[index] ?? "")).length);
  // A line may have more columns than a call takes arguments.
  return counts.reduce((best, count, index) => (count > (counts[best] ?? 0) ? index : best), 0);
}
