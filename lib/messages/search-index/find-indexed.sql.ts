import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { EACH_ACCOUNT } from "@/lib/messages/search-index/words";

/** The most blocks of messages that are read at once for words: the first of those that have all of them. */
export const MAX_BLOCKS = 200;

/** The most numbers with a part that are read. */
export const MAX_NUMBERS = 200;

/** The results of the index: keys of blocks of messages, and numbers. */
export type IndexResult = { blocks: string[]; msisdns: string[] };

/** A query of the index, in the language of `tsquery`; null parts are not searched. */
export type IndexQuery = { words: string | null; parts: string | null; numberPatterns: string[] };

/** The ids between which messages are wanted, and their order. `behind` is the key of the last block so far. */
export type IdRange = { from: string | null; to: string | null; oldestFirst: boolean; behind?: string };

/** The timeout of a statement about the index, in milliseconds. The other statements of a search have longer. */
export const MAX_INDEX_MS = 1_000;

/** The savepoint that a search returns to with `AFTER_INDEX`, also after a timeout of the index. It has only read. */
export const BEFORE_INDEX = sql`savepoint before_index`;

/** Restores the settings before `BEFORE_INDEX`. */
export const AFTER_INDEX = sql`rollback to savepoint before_index`;

/** Allows only bitmap scans until `LOOKED_UP_AGAIN`: an index of words has no other scan. It also sets a timeout. */
export const BY_BITMAP = sql`
  set local enable_bitmapscan = on; set local enable_indexscan = off; set local enable_indexonlyscan = off;
  set local statement_timeout = ${literal(MAX_INDEX_MS)}`;

/** Allows index look-ups again, as everywhere (`SESSION_SETTINGS`). */
export const LOOKED_UP_AGAIN = sql`
  set local enable_bitmapscan = off; set local enable_indexscan = on; set local enable_indexonlyscan = on`;

/**
 * Searches the index by `message_words_words_idx` and `message_numbers_parts_idx`, and returns an `IndexResult`. Each
 * term begins with the account's number, so that the entries of other accounts are not read. Each of several accounts
 * is searched separately, and the first blocks of all are returned.
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

/** Returns the messages `m` of blocks of an account, or of any, each looked up by its key. */
export function messagesOfBlocks(accountId: number | null, blocks: readonly string[]): Sql {
  return sql`select m.* from message_words b cross join lateral unnest(b.message_ids) as i (id)
    cross join lateral (select * from messages where id = i.id ${ofAccount(accountId, sql`account_id`)} offset 0) m
    where b.last_id = any(${blocks}::uuid[])`;
}

/**
 * Returns the messages `m` of an account, or of any, to numbers, by `messages_msisdn_accepted_at_idx`.
 * @param wanted the joins to a number's messages `m`, their condition, and their order with a limit.
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

/** Reads the position up to which messages are indexed, as `indexedTo`. Returns no row if none is. */
export const INDEXED_TO = sql`select indexed_to as "indexedTo" from search_position where id = 1`;
