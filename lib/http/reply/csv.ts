import { inLongTurn } from "@/lib/http/body/turns";
import { BOM, type CsvCell, csvLine } from "@/lib/parsing/files/csv-line";
import { mapInSlices } from "@/lib/parsing/map-in-slices";

/** The rows that are written at once: some milliseconds of writing would delay every page and every list meanwhile. */
const SLICE = 50;

/**
 * The reader of a file: the account whose turn each piece is, and the cell if it is not the account's. `stillReads`
 * throws once the reader may not read on.
 */
type Reader = { accountId: number; cell?: number; stillReads: () => Promise<void> };

/** A file: its name without its extension, its columns, and the cells of a row in their order. */
type CsvFile<Row> = { name: string; columns: readonly string[]; cells: (row: Row) => readonly CsvCell[] };

/**
 * Returns comma-separated values as a download, written batch by batch as it is read, so that its length uses no
 * memory. A text that a spreadsheet would run as a formula gets a ' before it.
 * Each batch is a long read of the account's (rules: turns), which lasts until the batch is written, with turns of
 * others in between. However many files an account downloads, one of them is written at a time. A download may last
 * hours: it ends early once its reader is not allowed any more.
 * @param batches rows; no batch is read before the previous one has gone out.
 */
export function csvResponse<Row>(
  { accountId, cell, stillReads }: Reader,
  { name, columns, cells }: CsvFile<Row>,
  batches: AsyncIterable<readonly Row[]>,
): Response {
  const iterator = batches[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BOM + csvLine(columns))),
    pull: async (controller) => {
      // An empty batch would leave the stream waiting for a pull that never comes.
      for (;;) {
        const nextBatch = async () => {
          await stillReads();
          const { done, value } = await iterator.next();
          return done ? null : mapInSlices(value, SLICE, (row) => csvLine(cells(row)));
        };
        const lines = await inLongTurn(accountId, nextBatch, cell);
        if (lines === null) return controller.close();
        if (lines.length > 0) return controller.enqueue(encoder.encode(lines.join("")));
      }
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

/**
 * Yields batches of rows, each read after the last row of the previous one (by keyset), until one is not full.
 * @param read returns at most `size` rows after a row, in a fixed order; from the beginning for undefined.
 */
export async function* inBatches<Row>(
  size: number,
  read: (after: Row | undefined, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after, size);
    yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}
