import { idTime } from "@/lib/ids";

/** Where a chunk's id ends that its requests have in common: the last 62 bits, with the two of an id's variant. */
const TAIL = 19;

/** The last instant of the year 9999: later ones have no text that PostgreSQL reads. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** What an id of a request in a chunk says. */
export type ChunkPlace = { at: Date; position: number; tail: string };

/**
 * The id of a request in a chunk: a UUIDv7 of the instant at which it came, with its place in the chunk where others count,
 * and the end of the chunk's own id, which is random. So it leads to the chunk, and no request has to keep an id.
 */
export function chunkRequestId(chunkId: string, atMs: number, position: number): string {
  const hex = atMs.toString(16).padStart(12, "0");
  const place = position.toString(16).padStart(3, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${place}-${tailOf(chunkId)}`;
}

/** Where the request is that an id names, if it is one in a chunk; null for an id of a time that no request has. */
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
