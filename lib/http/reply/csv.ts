import { inLongTurn } from "@/lib/http/body/turns";
import { BOM, type CsvCell, csvLine } from "@/lib/parsing/files/csv-line";

/**
 * Who takes a file: whose turn each piece is, in which cell where that is not the account's, and what throws once they may not
 * read on.
 */
type Reader = { accountId: number; cell?: number; stillReads: () => Promise<void> };

/**
 * A file of comma-separated values as a download, written batch by batch as it is read, so that its length costs no
 * memory. A text that a spreadsheet would run as a formula has a ' before it.
 * Each batch is a long read of the account's (rules: turns). A file may be taken for hours: it breaks off once its reader is
 * let in no more.
 * @param name of the file, without its ending.
 * @param batches rows of cells in the order of `columns`; no batch is asked for before the one before has gone out.
 */
export function csvResponse(
  { accountId, cell, stillReads }: Reader,
  name: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
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
          return iterator.next();
        };
        const { done, value } = await inLongTurn(accountId, nextBatch, cell);
        if (done) return controller.close();
        if (value.length > 0) return controller.enqueue(encoder.encode(value.map(csvLine).join("")));
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
 * Batches of rows, each read after the last row of the one before (by keyset), until one is not full.
 * @param read gives at most `size` rows after a row, in a fixed order; from the beginning for undefined.
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
