import type { Place } from "@/lib/contracts/members/cursor";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import type { Queryable } from "@/lib/db/client";
import type { FoundRows } from "@/lib/db/keyset";
import type { Direction, Stretch } from "@/lib/db/keyset.sql";
import { askedRequests, withKeys } from "@/lib/requests/chunk-requests";
import {
  type ChunkBounds,
  type ChunkSpot,
  type FoundChunk,
  findChunksStatement,
} from "@/lib/requests/chunks/read-chunks.sql";
import { type RequestRow, requestsStatement } from "@/lib/requests/list-requests.sql";

/**
 * The limits of one page's search: the chunks that are read, and the chunks that are expanded. Chunks that contain
 * the page's beginning are always expanded.
 */
export const SEARCH_BOUNDS: ChunkBounds & { expanded: number } = {
  scanned: 50_000,
  found: 200,
  expanded: 40,
};

/** Ids before and behind all others. */
const LEAST_ID = "00000000-0000-0000-0000-000000000000";
const GREATEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A search for requests of an account. */
export type RequestsSearch = {
  accountId: number;
  asked: ListRequestsRequest;
  stretch: Stretch;
  bounds?: typeof SEARCH_BOUNDS;
};

/**
 * Finds requests of an account on a stretch, from rows and chunks as one list. Chunks are sorted by the end that is
 * nearer to the position. All requests nearer than the next chunk's end are therefore known, and only the necessary
 * chunks are expanded.
 */
export async function findRequests(db: Queryable, search: RequestsSearch): Promise<FoundRows<RequestRow>> {
  const { accountId, asked, stretch, bounds = SEARCH_BOUNDS } = search;
  const { direction, limit } = stretch;
  const compare = inOrder(direction);
  let rows = await db.query<RequestRow>(requestsStatement(accountId, asked, stretch));
  let stopped: Date | null = null;
  let expanded = 0;
  for await (const { edge, id, hasAsked, isLast } of chunksOf(db, { ...search, bounds })) {
    const last = rows[limit - 1];
    if (last && isNearer(direction, last.at, edge)) break;
    // With any limits, the search advances beyond its beginning.
    const isOnTheWay = stretch.place === null || isNearer(direction, stretch.place.at, edge);
    if (isOnTheWay && (isLast || expanded >= bounds.expanded)) {
      stopped = edge;
      break;
    }
    if (!hasAsked) continue;
    const found = (await askedRequests(db, accountId, id, asked)).filter((row) => isOn(stretch, row));
    rows = [...rows, ...found].sort(compare).slice(0, limit);
    expanded++;
  }
  const stoppedAt = stopped && { at: stopped, id: direction === "older" ? GREATEST_ID : LEAST_ID };
  if (stoppedAt) rows = rows.filter((row) => compare(row, stoppedAt) < 0);
  return {
    rows: await withKeys(db, accountId, rows),
    stoppedAt: rows.length === limit ? null : stoppedAt,
  };
}

/** A chunk of the search. `edge`: its end that is nearer to the position. `isLast`: no further chunk is read. */
type SearchedChunk = { edge: Date; id: string; hasAsked: boolean; isLast: boolean };

async function* chunksOf(db: Queryable, search: Required<RequestsSearch>): AsyncGenerator<SearchedChunk> {
  const { stretch, bounds } = search;
  let behind: ChunkSpot | null = null;
  for (let isMore = true; isMore; ) {
    const found: FoundChunk[] = await db.query<FoundChunk>(findChunksStatement({ ...search, behind }));
    isMore = found.length === bounds.found;
    for (const { id, firstAt, lastAt, hasAsked, nth } of found) {
      const edge = stretch.direction === "older" ? lastAt : firstAt;
      const isLast = nth === bounds.scanned;
      behind = { at: edge, id };
      isMore ||= isLast;
      yield { edge, id, hasAsked, isLast };
    }
  }
}

/** Returns whether an instant comes before another in a direction. */
function isNearer(direction: Direction, one: Date, other: Date): boolean {
  return direction === "older" ? one > other : one < other;
}

function inOrder(direction: Direction): (one: Place, other: Place) => number {
  const sign = direction === "older" ? -1 : 1;
  return (one, other) => {
    const between = one.at.getTime() - other.at.getTime();
    if (between !== 0) return sign * between;
    if (one.id === other.id) return 0;
    return one.id < other.id ? -sign : sign;
  };
}

function isOn({ place, direction }: Stretch, row: Place): boolean {
  return place === null || inOrder(direction)(place, row) < 0;
}
