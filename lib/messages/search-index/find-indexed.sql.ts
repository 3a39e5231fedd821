import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { EACH_ACCOUNT } from "@/lib/messages/search-index/words";

/** How many blocks of messages are read at once for words, the first of those that have all of them. */
export const MAX_BLOCKS = 200;

/** How many numbers that have a part are looked at. */
export const MAX_NUMBERS = 200;

/** What the index finds: blocks of messages by their keys, and numbers. */
export type Indexed = { blocks: string[]; msisdns: string[] };

/** What is looked for in the index, in the language of `tsquery`; null: there is nothing to look for. */
export type IndexQuery = { words: string | null; parts: string | null; numberPatterns: string[] };

/** Ids between which messages are wanted, and which end of them comes first. `behind`: the key of the last block so far. */
export type IdRange = { from: string | null; to: string | null; oldestFirst: boolean; behind?: string };

/** How long a statement about the index may take, in milliseconds: what else a search does has longer. */
export const MAX_INDEX_MS = 1_000;

/** Where a search goes back to with `AFTER_INDEX`, also where the index took too long. It has read only. */
export const BEFORE_INDEX = sql`savepoint before_index`;

/** Undoes what was set since `BEFORE_INDEX`. */
export const AFTER_INDEX = sql`rollback to savepoint before_index`;

/** An index of words is read by a bitmap alone: until `LOOKED_UP_AGAIN`, nothing else is. It has a time of its own. */
export const BY_BITMAP = sql`
  set local enable_bitmapscan = on; set local enable_indexscan = off; set local enable_indexonlyscan = off;
  set local statement_timeout = ${literal(MAX_INDEX_MS)}`;

/** Rows are looked up by an index again, as everywhere (`SESSION_SETTINGS`). */
export const LOOKED_UP_AGAIN = sql`
  set local enable_bitmapscan = off; set local enable_indexscan = on; set local enable_indexonlyscan = on`;

/**
 * What the index has, by `message_words_words_idx` and `message_numbers_parts_idx`: an `Indexed`. Each term has the
 * account's number in front, so that no other account's are read; of several accounts each is asked for by itself, and the
 * first blocks of all are taken.
 */
export function findIndexedStatement(
  accountIds: readonly number[],
  { words, parts, numberPatterns }: IndexQuery,
  range: IdRange,
): Sql {
  const accounts = sql`unnest(${accountIds}::int[]) as a (id)`;
  const ofAccount = (query: string) => sql`replace(${query}, ${EACH_ACCOUNT}, a.id::text)::tsquery`;
  const order = sql`order by w.last_id ${range.oldestFirst ? sql`asc` : sql`desc`} limit ${literal(MAX_BLOCKS)}`;
  const blocks = (query: string) => sql`array(
    select w.last_id from ${accounts} cross join lateral (
      select w.last_id from (
        select b.last_id, b.first_id, b.account_id from message_words b where b.words @@ ${ofAccount(query)} offset 0
      ) w
      where w.account_id = a.id ${between(range)} ${order}
    ) w ${order})`;
  const msisdns = (query: string) => sql`array(
    select distinct n.msisdn from ${accounts} cross join lateral (
      select n.msisdn from message_numbers n
      where n.parts @@ ${ofAccount(query)} and n.account_id = a.id and n.msisdn like any (${numberPatterns}::text[])
      limit ${literal(MAX_NUMBERS)}
    ) n limit ${literal(MAX_NUMBERS)})`;
  return sql`select ${words === null ? sql`'{}'::uuid[]` : blocks(words)} as blocks,
    ${parts === null ? sql`'{}'::text[]` : msisdns(parts)} as msisdns`;
}

function between({ from, to, oldestFirst, behind }: IdRange): Sql {
  const next = oldestFirst ? sql`and w.last_id > ${behind}::uuid` : sql`and w.last_id < ${behind}::uuid`;
  return sql`${from === null ? NOTHING : sql`and w.last_id >= ${from}::uuid`}
    ${to === null ? NOTHING : sql`and w.first_id <= ${to}::uuid`} ${behind === undefined ? NOTHING : next}`;
}

/** The messages `m` of blocks of an account, or of any, each looked up by its key. */
export function messagesOfBlocks(accountId: number | null, blocks: readonly string[]): Sql {
  return sql`select m.* from message_words b cross join lateral unnest(b.message_ids) as i (id)
    cross join lateral (select * from messages where id = i.id ${ofAccount(accountId, sql`account_id`)} offset 0) m
    where b.last_id = any(${blocks}::uuid[])`;
}

/**
 * The messages `m` of an account, or of any, to numbers, by `messages_msisdn_accepted_at_idx`.
 * @param wanted what is joined to a number's messages `m`, which of them are kept, and in which order how many.
 */
export function messagesToNumbers(
  accountId: number | null,
  msisdns: readonly string[],
  { joined = NOTHING, kept, nearest }: { joined?: Sql; kept: Sql; nearest: Sql },
): Sql {
  return sql`select m.* from unnest(${msisdns}::text[]) as n (msisdn)
    cross join lateral (
      select m.* from messages m ${joined}
      where m.msisdn = n.msisdn ${ofAccount(accountId, sql`m.account_id`)} ${kept} ${nearest}
    ) m`;
}

function ofAccount(accountId: number | null, column: Sql): Sql {
  return accountId === null ? NOTHING : sql`and ${column} = ${accountId}`;
}

/** Up to where messages are in the index, as `indexedTo`; no row where none is. */
export const INDEXED_TO = sql`select indexed_to as "indexedTo" from search_position where id = 1`;
