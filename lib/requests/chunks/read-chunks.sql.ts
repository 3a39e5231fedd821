import { MAX_COUNTED } from "@/lib/contracts/members/cursor";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import type { Stretch } from "@/lib/db/keyset.sql";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { SPAN_MS } from "@/lib/requests/chunks/open-chunk";
import { askedGroup, asksForRefused, type RequestGroup } from "@/lib/requests/chunks/request-group";

/** How many chunks one statement looks at, however few of them have what is asked for, and how many it gives. */
export type ChunkBounds = { scanned: number; found: number };

/**
 * A chunk that may have requests of a stretch. `hasAsked`: some of its requests are asked for, whenever they came; the last one
 * that was looked at is given without, too.
 */
export type FoundChunk = { id: string; firstAt: Date; lastAt: Date; hasAsked: boolean; nth: number };

/** Where a statement goes on that others began: behind a chunk, by the end of it that its order goes by. */
export type ChunkSpot = { at: Date; id: string };

/** The database adds it: later than any year that an address may name there is still a time. */
const SPAN = sql`${literal(SPAN_MS)} * interval '1 millisecond'`;

const ASCENDING = sql`c.first_at, c.id`;
const DESCENDING = sql`c.last_at desc, c.id desc`;

/** What a statement is asked to find. `behind`: where it goes on from. */
export type ChunksAsked = {
  accountId: number;
  asked: ListRequestsRequest;
  stretch: Pick<Stretch, "place" | "direction">;
  behind: ChunkSpot | null;
  bounds: ChunkBounds;
};

/**
 * Chunks of an account that may have requests of a stretch, as `FoundChunk`: by their last requests where the newest come first,
 * by their first ones where the oldest do, since nothing nearer can be in those that follow. A chunk is of less than `SPAN_MS`. They are asked for in the order in which they
 * are read, so that reading ends with enough of them.
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

/** A chunk that is counted: how many of its requests are asked for, whenever they came. */
export type CountedChunk = { id: string; firstAt: Date; lastAt: Date; count: number };

/** The newest chunks of an account, as `CountedChunk`, no more than rows are counted. */
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

/** What is read of a chunk to see its requests. */
export type StoredChunk = {
  id: string;
  firstAt: Date;
  groups: RequestGroup[];
  rawBytes: number;
  requests: Buffer;
};

const STORED = sql`c.id, c.first_at as "firstAt", c.groups, c.raw_bytes as "rawBytes", c.requests`;

/** One chunk of an account, as `StoredChunk`. */
export function chunkStatement(accountId: number, id: string): Sql {
  return sql`
    select ${STORED} from api_request_chunks c where c.id = ${id}::uuid and c.account_id = ${accountId}`;
}

/** The chunks of an account that have an instant and whose ids end in a way, as `StoredChunk`: there is one at most. */
export function chunkOfRequestStatement(accountId: number, { at, tail }: { at: Date; tail: string }): Sql {
  return sql`
    select ${STORED} from api_request_chunks c
    where c.account_id = ${accountId} and c.last_at >= ${at}::timestamptz and c.last_at < ${at}::timestamptz + ${SPAN}
      and c.first_at <= ${at}::timestamptz and right(c.id::text, ${tail.length}::int) = ${tail}
    limit 1`;
}

/** The API keys of an account with these ids, as `KeyRow`. */
export function keysStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    select k.id, k.name as "keyName", k.client_id as "clientId" from api_keys k
    where k.account_id = ${accountId} and k.id = any(${[...ids]}::uuid[])`;
}

/** What a list says of an API key. */
export type KeyRow = { id: string; keyName: string; clientId: string };

/** Chunks of an account that reach into a time; those with something refused have an index of their own. */
function within(
  accountId: number,
  asked: ListRequestsRequest,
  { from, to }: { from: Date | undefined; to: Date | undefined },
): Sql {
  return sql`c.account_id = ${accountId} ${asksForRefused(asked) ? sql`and c.refused > 0` : NOTHING}
    ${from === undefined ? NOTHING : sql`and c.last_at >= ${from}::timestamptz and c.first_at > ${from}::timestamptz - ${SPAN}`}
    ${to === undefined ? NOTHING : sql`and c.first_at <= ${to}::timestamptz and c.last_at < ${to}::timestamptz + ${SPAN}`}`;
}

/** Whether one of the chunk's groups has all that is asked for. */
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
