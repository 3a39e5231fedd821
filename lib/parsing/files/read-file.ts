import { CsvReader, type FileRow } from "@/lib/parsing/files/csv-reader";
import { decoderOf, type FileEncoding, readInItsEncoding } from "@/lib/parsing/files/file-encoding";
import { checkFormat } from "@/lib/parsing/files/file-format";
import { type FileTable, TableReader } from "@/lib/parsing/files/file-table";
import { withoutGuard } from "@/lib/sms/numbers/formula-guard";

/** The text that is kept of a row: as much as a cell of a spreadsheet may have, and as many columns. */
const KEPT = { characters: 32_767, cells: 16_384 };

/** A file that has been looked at: its contents, and the way to read its rows again. */
export type LookedAt = FileTable & { source: FileSource };

/** Reads all rows of a file, some at a time and never none. */
export type FileSource = () => AsyncGenerator<FileRow[]>;

/**
 * Reads a file through once, and keeps its first rows (rules: files).
 * @param kept how many rows are kept.
 * @throws FileRefusal for a file in another format, and one that is too large.
 */
export async function lookAtFile(file: Blob, kept?: number): Promise<LookedAt> {
  // Most files are texts: the code for spreadsheets is loaded with the first one.
  if ((await checkFormat(file)) === "zip")
    return (await import("@/lib/parsing/files/look-at-workbook")).lookAtWorkbook(file, kept);
  return readInItsEncoding(file, async (encoding) => {
    const table = new TableReader(kept);
    const csv = new CsvReader(KEPT);
    for await (const rows of csvRows(file, encoding, csv)) table.add(rows);
    table.note("stray-quote", csv.strayQuotes.lines, csv.strayQuotes.count);
    return { ...table.table(), source: () => csvRows(file, encoding, new CsvReader(KEPT)) };
  });
}

/** The rows of a file below its titles, some at a time and never none. Rows that were taken are not kept. */
export async function* rowsBelowTitles({
  source,
  titlesLine,
}: Pick<LookedAt, "source" | "titlesLine">): AsyncGenerator<FileRow[]> {
  for await (const batch of source()) {
    const [first] = batch;
    const rows = first && first.line <= titlesLine ? batch.filter(({ line }) => line > titlesLine) : batch;
    if (rows.length > 0) yield rows;
  }
}

/** All rows of a CSV file. Reading ends when the caller takes no more. */
async function* csvRows(file: Blob, encoding: FileEncoding, csv: CsvReader): AsyncGenerator<FileRow[]> {
  // A character may begin in one piece and end in another.
  const decoder = decoderOf(encoding);
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const rows = done
        ? [...csv.push(decoder.decode()), ...csv.end()]
        : csv.push(decoder.decode(value, { stream: true }));
      for (const row of rows) row.cells = row.cells.map(withoutGuard);
      if (rows.length > 0) yield rows;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}
