import { CsvReader, type FileRow } from "@/lib/parsing/files/csv-reader";
import { decoderOf, type FileEncoding, readInItsEncoding } from "@/lib/parsing/files/file-encoding";
import { checkFormat } from "@/lib/parsing/files/file-format";
import { type FileTable, TableReader } from "@/lib/parsing/files/file-table";
import { withoutGuard } from "@/lib/sms/numbers/formula-guard";

/** The limits of a row's text: those of a spreadsheet's cell and columns. */
const KEPT = { characters: 32_767, cells: 16_384 };

/** The contents of a file that was read once, and a function that reads its rows again. */
export type LookedAt = FileTable & { source: FileSource };

/** A reader of all rows of a file, in batches that are never empty. */
export type FileSource = () => AsyncGenerator<FileRow[]>;

/**
 * Reads a file once, and keeps its first rows (rules: files).
 * @param kept the number of rows to keep.
 * @throws FileRefusal for a file in another format, and one that is too large.
 */
export async function lookAtFile(file: Blob, kept?: number): Promise<LookedAt> {
  // Most files are texts. The code for spreadsheets is loaded with the first spreadsheet.
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

/** Returns the rows of a file below its titles, in batches that are never empty. It keeps no row after its batch. */
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

/** Reads all rows of a CSV file. Reading stops when the caller stops. */
async function* csvRows(file: Blob, encoding: FileEncoding, csv: CsvReader): AsyncGenerator<FileRow[]> {
  // A character may begin in one piece and end in the next.
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
