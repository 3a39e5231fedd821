import { CsvReader, type FileRow } from "@/lib/parsing/files/csv-reader";
import { decoderOf, type FileEncoding, readInItsEncoding } from "@/lib/parsing/files/file-encoding";
import { checkFormat } from "@/lib/parsing/files/file-format";
import { FileRefusal } from "@/lib/parsing/files/file-refusal";
import { type FileTable, TableReader } from "@/lib/parsing/files/file-table";
import { withoutGuard } from "@/lib/sms/text/formula-guard";

/** The text that is kept of a row: as much as a cell of a spreadsheet may have, and as many columns. */
const KEPT = { characters: 32_767, cells: 16_384 };

/** A file that has been looked at: its contents, and the way to read its rows again. */
export type LookedAt = FileTable & { source: FileSource };

/** A file, and the way to read it. */
export type FileSource = { file: Blob; encoding: FileEncoding };

/**
 * Reads a file through once, and keeps its first rows (rules: files).
 * @param kept how many rows are kept.
 * @throws FileRefusal for a file in another format, and one that is too large.
 */
export async function lookAtFile(file: Blob, kept?: number): Promise<LookedAt> {
  if ((await checkFormat(file)) === "zip")
    throw new FileRefusal("This is a spreadsheet. Save it as CSV and upload that file.");
  return readInItsEncoding(file, async (encoding) => {
    const source = { file, encoding };
    const table = new TableReader(kept);
    const csv = new CsvReader(KEPT);
    for await (const rows of csvRows(source, csv)) table.add(rows);
    table.note("stray-quote", csv.strayQuotes.lines, csv.strayQuotes.count);
    return { ...table.table(), source };
  });
}

/** The rows of a file below its titles, some at a time and never none. Rows that were taken are not kept. */
export async function* rowsBelowTitles({
  source,
  titlesLine,
}: Pick<LookedAt, "source" | "titlesLine">): AsyncGenerator<FileRow[]> {
  for await (const batch of csvRows(source, new CsvReader(KEPT))) {
    const [first] = batch;
    const rows = first && first.line <= titlesLine ? batch.filter(({ line }) => line > titlesLine) : batch;
    if (rows.length > 0) yield rows;
  }
}

/** All rows of a file. Reading ends when the caller takes no more. */
async function* csvRows({ file, encoding }: FileSource, csv: CsvReader): AsyncGenerator<FileRow[]> {
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
