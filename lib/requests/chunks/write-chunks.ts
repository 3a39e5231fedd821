import { promisify } from "node:util";
import { constants, deflateRaw, inflateRaw } from "node:zlib";
import { writeInTheirCells } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { toColumns } from "@/lib/db/parameters";
import { newId } from "@/lib/ids";
import { type ChunkLine, MAX_CHUNK_BYTES, type OpenChunk } from "@/lib/requests/chunks/open-chunk";
import { type ChunkColumns, insertChunksStatement } from "@/lib/requests/chunks/write-chunks.sql";

/** The approximate bytes of compressed requests in one statement. */
const STATEMENT_BYTES = 2 * 1_024 * 1_024;

/** Similar lines are near each other: a smaller window compresses them faster, and as well. */
const COMPRESSED = { level: constants.Z_BEST_SPEED, windowBits: 13, memLevel: 7 };

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** A chunk with its columns. */
type Row = { id: string; chunk: OpenChunk; rawBytes: number; requests: Buffer };

/**
 * Writes chunks, a few megabytes with each statement. Other threads compress them, one after the other.
 * @param failed gets each failed statement's error, with the number of its requests.
 */
export async function writeChunks(
  db: Database,
  chunks: readonly OpenChunk[],
  failed: (error: unknown, count: number) => void,
): Promise<void> {
  let rows: Row[] = [];
  const write = async () => {
    const written = rows;
    rows = [];
    const count = written.reduce((sum, { chunk }) => sum + chunk.count, 0);
    if (count > 0) await insert(db, written).catch((error) => failed(error, count));
  };
  let bytes = 0;
  for (const chunk of chunks) {
    const row = await rowOf(chunk).catch((error) => failed(error, chunk.count));
    if (!row) continue;
    rows.push(row);
    bytes += row.requests.length;
    if (bytes < STATEMENT_BYTES) continue;
    await write();
    bytes = 0;
  }
  await write();
}

async function rowOf(chunk: OpenChunk): Promise<Row> {
  const raw = chunk.json();
  const requests = await compress(raw, COMPRESSED);
  return { id: newId(), chunk, rawBytes: raw.length, requests };
}

async function insert(db: Database, rows: readonly Row[]): Promise<void> {
  const accountOf = ({ chunk }: Row) => chunk.accountId;
  await writeInTheirCells(db, rows, accountOf, async (cell, theirs) => {
    const all = Buffer.concat(theirs.map(({ requests }) => requests));
    await cell.query(insertChunksStatement(await toColumns(theirs, COLUMNS), all));
  });
}

const COLUMNS: Record<keyof ChunkColumns, (row: Row) => string | number | Date> = {
  id: ({ id }) => id,
  accountId: ({ chunk }) => chunk.accountId,
  firstAt: ({ chunk }) => new Date(chunk.firstMs),
  lastAt: ({ chunk }) => new Date(chunk.lastMs),
  count: ({ chunk }) => chunk.count,
  refused: ({ chunk }) => chunk.refused,
  groups: ({ chunk }) => JSON.stringify(chunk.groups),
  rawBytes: ({ rawBytes }) => rawBytes,
  bytes: ({ requests }) => requests.length,
};

/**
 * Returns the requests of a written chunk.
 * @param rawBytes their size before compression. The expansion stops there.
 */
export async function expandRequests(requests: Buffer, rawBytes: number): Promise<ChunkLine[]> {
  const raw = await expand(requests, { maxOutputLength: Math.min(rawBytes, MAX_CHUNK_BYTES) });
  return JSON.parse(raw.toString()) as ChunkLine[];
}
