import { decoderOf, type FileEncoding, readInItsEncoding } from "@/lib/parsing/file-encoding";
import { CsvReader, type CsvRow } from "@/lib/sms/numbers/csv-reader";
import { columnNames, LOOKED_AT, namesColumns } from "@/lib/sms/numbers/read-csv";

/** What is kept of a row: more than a contact may have of text, and as many columns as a spreadsheet has. */
const KEPT = { characters: 1_000, cells: 16_384 };

/** What a file has: its columns' names, its first rows, and how many rows there are below the names. */
export type LookedAt = { columns: string[]; rows: CsvRow[]; count: number; encoding: FileEncoding };

/** What is said of a file that the browser cannot read, or that has changed since it was chosen. */
export const UNREADABLE = "This file can’t be read, or it has changed. Choose it again.";

/** A spreadsheet's own format is a zip archive. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Whether a file is a spreadsheet in its own format. */
export async function isSpreadsheet(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, ZIP.length).arrayBuffer());
  return bytes.length === ZIP.length && ZIP.every((byte, place) => bytes[place] === byte);
}

/** Reads a file through for what it has and how it is written, and keeps no more than its first rows. */
export function lookAtFile(file: Blob): Promise<LookedAt> {
  return readInItsEncoding(file, (encoding) => lookAt(file, encoding));
}

async function lookAt(file: Blob, encoding: FileEncoding): Promise<LookedAt> {
  let [first, count, width]: [CsvRow | undefined, number, number] = [undefined, 0, 0];
  const rows: CsvRow[] = [];
  for await (const batch of rowsOf(file, encoding)) {
    first ??= batch[0];
    count += batch.length;
    if (rows.length <= LOOKED_AT) rows.push(...batch.slice(0, LOOKED_AT + 1 - rows.length));
    width = batch.reduce((most, { cells }) => Math.max(most, cells.length), width);
  }
  if (!first) return { columns: [], rows: [], count: 0, encoding };
  const names = namesColumns(first) ? 1 : 0;
  return { columns: columnNames(first, width), rows: rows.slice(names), count: count - names, encoding };
}

/** The rows of a file below its columns' names, as they are read: what has been taken is not kept. */
export async function* rowsBelowNames(file: Blob, encoding: FileEncoding): AsyncGenerator<CsvRow[]> {
  let isFirst = true;
  for await (const batch of rowsOf(file, encoding)) {
    const [first] = batch;
    yield isFirst && first && namesColumns(first) ? batch.slice(1) : batch;
    isFirst = false;
  }
}

/** All rows of a file, some at a time and never none. Reading ends where nobody takes the next ones. */
async function* rowsOf(file: Blob, encoding: FileEncoding): AsyncGenerator<CsvRow[]> {
  const csv = new CsvReader(KEPT);
  // A character may begin in one piece and end in another.
  const decoder = decoderOf(encoding);
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const rows = done
        ? [...csv.push(decoder.decode()), ...csv.end()]
        : csv.push(decoder.decode(value, { stream: true }));
      if (rows.length > 0) yield rows;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}
