import { MAX_COUNTED } from "@/lib/contracts/members/cursor";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import type { Stretch } from "@/lib/db/keyset.sql";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { SPAN_MS } from "@/lib/requests/chunks/open-chunk";
import { askedGroup, asksForRefused, type RequestGroup } from "@/lib/requests/chunks/request-group";

/** The most chunks that one statement reads, and the most that it returns. */
export type ChunkBounds = { scanned: number; found: number };

/**
 * A chunk that may have requests of a stretch. `hasAsked`: some of its requests match the filter, regardless
 * of the filter's times. The last chunk that was read is returned even without a match.
 */
export type FoundChunk = { id: string; firstAt: Date; lastAt: Date; hasAsked: boolean; nth: number };

/**
 * The position after a chunk, at which the next statement continues. `at` is the chunk's end that determines
 * the order.
 */
export type ChunkSpot = { at: Date; id: string };

/** The database adds the span: the result may be later than any year that an address may name. */
const SPAN = sql`${literal(SPAN_MS)} * interval '1 millisecond'`;

const ASCENDING = sql`c.first_at, c.id`;
const DESCENDING = sql`c.last_at desc, c.id desc`;

/** The input of a search. `behind`: the position at which it continues. */
export type ChunksAsked = {
  accountId: number;
  asked: ListRequestsRequest;
  stretch: Pick<Stretch, "place" | "direction">;
  behind: ChunkSpot | null;
  bounds: ChunkBounds;
};

/**
 * Finds chunks of an account that may have requests of a stretch, as `FoundChunk`. If the newest come first, chunks
 * are sorted by their last requests, otherwise by their first ones. Later chunks then have no nearer request. A chunk
 * is shorter than `SPAN_MS`. The order is the index's, so that reading ends with enough chunks.
 */
export function findChunksStatement({ accountId, asked, stretch, behind, bounds }: ChunksAsked): Sql {
  const { place, direction } = stretch;
  const isDown = direction === "older";
  const order = isDown ? DESCENDING : ASCENDING;
  const from = isDown ? asked.start : latest(asked.start, place?.at);
  const to = isDown ? earliest(asked.end, place?.at) : asked.end;
  return sql`
    select f.id, f.first_at as "firstAt", f.last_at as "lastAt", f."hasAsked", f.nth::int as nth
    from (
      select c.id, c.first_at, c.last_at, ${hasAsked(asked)} as "hasAsked", row_number() over (order by ${order}) as nth
      from (
        select c.id, c.first_at, c.last_at, c.groups from api_request_chunks c
        where ${within(accountId, asked, { from, to })} ${behind === null ? NOTHING : goOn(behind, isDown)}
        order by ${order} limit ${literal(bounds.scanned)}
      ) c
    ) f
    where f."hasAsked" or f.nth = ${literal(bounds.scanned)}
    order by ${isDown ? sql`f.last_at desc, f.id desc` : sql`f.first_at, f.id`} limit ${literal(bounds.found)}`;
}

function goOn({ at, id }: ChunkSpot, isDown: boolean): Sql {
  return isDown
    ? sql`and (c.last_at, c.id) < (${at}::timestamptz, ${id}::uuid)`
    : sql`and (c.first_at, c.id) > (${at}::timestamptz, ${id}::uuid)`;
}

/**
 * A counted chunk, with the number of its requests that match the filter, regardless of the filter's times.
 */
export type CountedChunk = { id: string; firstAt: Date; lastAt: Date; count: number };

/** Counts requests in the newest chunks of an account, as `CountedChunk`, up to the limit of a count. */
export function countChunksStatement(accountId: number, asked: ListRequestsRequest): Sql {
  const group = askedGroup(asked);
  const count =
    Object.keys(group).length === 0
      ? sql`c.count`
      : sql`(select coalesce(sum((g.value->>'count')::int), 0)::int from jsonb_array_elements(c.groups) g
          where g.value @> ${JSON.stringify(group)}::jsonb)`;
  return sql`
    select c.id, c.first_at as "firstAt", c.last_at as "lastAt", ${count} as count
    from api_request_chunks c where ${within(accountId, asked, { from: asked.start, to: asked.end })}
    order by ${DESCENDING} limit ${literal(MAX_COUNTED + 1)}`;
}

/** The columns of a chunk that are needed to read its requests. */
export type StoredChunk = {
  id: string;
  firstAt: Date;
  groups: RequestGroup[];
  rawBytes: number;
  requests: Buffer;
};

const STORED = sql`c.id, c.first_at as "firstAt", c.groups, c.raw_bytes as "rawBytes", c.requests`;

/** Reads one chunk of an account, as `StoredChunk`. */
export function chunkStatement(accountId: number, id: string): Sql {
  return sql`
    select ${STORED} from api_request_chunks c where c.id = ${id}::uuid and c.account_id = ${accountId}`;
}

/**
 * Reads the chunk of an account that includes an instant and whose id has an ending, as `StoredChunk`. There is at
 * most one.
 */
export function chunkOfRequestStatement(accountId: number, { at, tail }: { at: Date; tail: string }): Sql {
  return sql`
    select ${STORED} from api_request_chunks c
    where c.account_id = ${accountId} and c.last_at >= ${at}::timestamptz and c.last_at < ${at}::timestamptz + ${SPAN}
      and c.first_at <= ${at}::timestamptz and right(c.id::text, ${tail.length}::int) = ${tail}
    limit 1`;
}

/** Reads the API keys of an account with these ids, as `KeyRow`. */
export function keysStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    select k.id, k.name as "keyName", k.client_id as "clientId" from api_keys k
    where k.account_id = ${accountId} and k.id = any(${[...ids]}::uuid[])`;
}

/** The fields of an API key in a list. */
export type KeyRow = { id: string; keyName: string; clientId: string };

/** Returns the chunks of an account that overlap a time. Chunks with refused requests have their own index. */
function within(
  accountId: number,
  asked: ListRequestsRequest,
  { from, to }: { from: Date | undefined; to: Date | undefined },
): Sql {
  return sql`c.account_id = ${accountId} ${asksForRefused(asked) ? sql`and c.refused > 0` : NOTHING}
    ${from === undefined ? NOTHING : sql`and c.last_at >= ${from}::timestamptz and c.first_at > ${from}::timestamptz - ${SPAN}`}
    ${to === undefined ? NOTHING : sql`and c.first_at <= ${to}::timestamptz and c.last_at < ${to}::timestamptz + ${SPAN}`}`;
}

/** Returns the condition that one of the chunk's groups matches the whole filter. */
function hasAsked(asked: ListRequestsRequest): Sql {
  const group = askedGroup(asked);
  return Object.keys(group).length === 0 ? sql`true` : sql`c.groups @> ${JSON.stringify([group])}::jsonb`;
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
