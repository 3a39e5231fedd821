import { idTime } from "@/lib/ids";

/** The index at which the common part of a chunk's ids begins: the last 62 bits, with the two of an id's variant. */
const TAIL = 19;

/** The last instant of the year 9999. PostgreSQL reads no text of a later one. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** The contents of the id of a request in a chunk. */
export type ChunkPlace = { at: Date; position: number; tail: string };

/**
 * Returns the id of a request in a chunk. It is a UUIDv7 of the request's arrival, with its position in the chunk in
 * place of a counter, and the random end of the chunk's own id. The id leads to the chunk, so no request has to store
 * an id.
 */
export function chunkRequestId(chunkId: string, atMs: number, position: number): string {
  const hex = atMs.toString(16).padStart(12, "0");
  const place = position.toString(16).padStart(3, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${place}-${tailOf(chunkId)}`;
}

/** Reads the id of a request in a chunk; null for an id of an impossible time. */
export function readChunkRequestId(id: string): ChunkPlace | null {
  const at = idTime(id);
  if (at.getTime() > LAST_MS) return null;
  return {
    at,
    position: Number.parseInt(id.slice(15, 18), 16),
    tail: tailOf(id.toLowerCase()),
  };
}

function tailOf(id: string): string {
  return id.slice(TAIL);
}
