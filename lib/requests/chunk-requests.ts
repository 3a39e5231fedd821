import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import type { Queryable } from "@/lib/db/client";
import { describeError, log } from "@/lib/log";
import { chunkRequestId, readChunkRequestId } from "@/lib/requests/chunks/chunk-id";
import { type ChunkLine, stretchStart } from "@/lib/requests/chunks/open-chunk";
import {
  chunkOfRequestStatement,
  chunkStatement,
  type KeyRow,
  keysStatement,
  type StoredChunk,
} from "@/lib/requests/chunks/read-chunks.sql";
import { askedGroup, isAsked, type RequestGroup } from "@/lib/requests/chunks/request-group";
import { expandRequests } from "@/lib/requests/chunks/write-chunks";
import type { RequestDetailsRow, RequestRow } from "@/lib/requests/list-requests.sql";

/**
 * Returns the requests of a chunk that match a filter, unsorted, without the names of their keys. The list is empty
 * if the chunk was deleted.
 */
export async function askedRequests(
  db: Queryable,
  accountId: number,
  chunkId: string,
  asked: ListRequestsRequest,
): Promise<RequestRow[]> {
  const [chunk] = await db.query<StoredChunk>(chunkStatement(accountId, chunkId));
  if (!chunk) return [];
  const group = askedGroup(asked);
  const [startMs, endMs] = [asked.start?.getTime() ?? 0, asked.end?.getTime() ?? Number.POSITIVE_INFINITY];
  const isInAsked = chunk.groups.map((one) => isAsked(one, group));
  const found: RequestRow[] = [];
  for (const [position, line] of (await linesOf(chunk)).entries()) {
    const atMs = timeOf(chunk, line);
    if (isInAsked[line[0]] && atMs >= startMs && atMs <= endMs) found.push(rowOf(chunk, line, position));
  }
  return found;
}

/** Returns a request of a chunk with the details for its own page; undefined for an unknown id. */
export async function chunkRequest(
  db: Queryable,
  accountId: number,
  id: string,
): Promise<RequestDetailsRow | undefined> {
  const place = readChunkRequestId(id);
  if (!place) return undefined;
  const { at, position, tail } = place;
  const [chunk] = await db.query<StoredChunk>(chunkOfRequestStatement(accountId, { at, tail }));
  const line = chunk && (await linesOf(chunk))[position];
  if (!line || timeOf(chunk, line) !== at.getTime()) return undefined;
  const [, , , requestId, messageId, address, error, parameters] = line;
  const [row] = await withKeys(db, accountId, [rowOf(chunk, line, position)]);
  return (
    row && {
      ...row,
      requestId,
      address,
      messageId: messageId || null,
      error: error || null,
      parameters: JSON.stringify(parameters),
    }
  );
}

/** Adds the names of the keys to rows, unless the keys were deleted. */
export async function withKeys(
  db: Queryable,
  accountId: number,
  rows: readonly RequestRow[],
): Promise<RequestRow[]> {
  const ids = new Set<string>();
  for (const { apiKeyId, keyName } of rows) if (apiKeyId !== null && keyName === null) ids.add(apiKeyId);
  const found = ids.size === 0 ? [] : await db.query<KeyRow>(keysStatement(accountId, [...ids]));
  const keys = new Map(found.map(({ id, ...names }) => [id, names]));
  return rows.map((row) => ({ ...row, ...(row.apiKeyId !== null && keys.get(row.apiKeyId)) }));
}

/** Reads the lines of a chunk. An unreadable chunk has none, so that the rest of the list is shown. */
async function linesOf({ id, groups, requests, rawBytes }: StoredChunk): Promise<ChunkLine[]> {
  try {
    const lines = await expandRequests(requests, rawBytes);
    if (!Array.isArray(lines) || !lines.every((line) => isLine(line, groups.length)))
      throw new Error("It does not consist of lines.");
    return lines;
  } catch (error) {
    log().error({ err: describeError(error), chunk: id }, "a chunk of the log of requests could not be read");
    return [];
  }
}

/** Returns whether a value is a line of a chunk with this number of groups. */
function isLine(line: unknown, groups: number): boolean {
  if (!Array.isArray(line)) return false;
  const [group, sinceStartMs, durationMs, requestId] = line;
  return (
    Number.isInteger(group) &&
    group >= 0 &&
    group < groups &&
    Number.isInteger(sinceStartMs) &&
    Number.isInteger(durationMs) &&
    typeof requestId === "string"
  );
}

function timeOf({ firstAt }: StoredChunk, [, sinceStartMs]: ChunkLine): number {
  return stretchStart(firstAt.getTime()) + sinceStartMs;
}

function rowOf(chunk: StoredChunk, line: ChunkLine, position: number): RequestRow {
  const [place, , durationMs] = line;
  const { method, path, status, code, credential, key } = chunk.groups[place] as RequestGroup;
  const atMs = timeOf(chunk, line);
  return {
    id: chunkRequestId(chunk.id, atMs, position),
    at: new Date(atMs),
    method,
    path,
    status,
    errorCode: code,
    durationMs,
    credential,
    apiKeyId: key,
    keyName: null,
    clientId: null,
  };
}
