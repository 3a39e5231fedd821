import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";

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
  select set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'off', true),
    set_config('enable_indexonlyscan', 'off', true), set_config('statement_timeout', ${literal(MAX_INDEX_MS)}::text, true)`;

/** Rows are looked up by an index again, as everywhere (`SESSION_SETTINGS`). */
export const LOOKED_UP_AGAIN = sql`
  select set_config('enable_bitmapscan', 'off', true), set_config('enable_indexscan', 'on', true),
    set_config('enable_indexonlyscan', 'on', true)`;

/**
 * What the index has, by `message_words_words_idx` and `message_numbers_parts_idx`: an `Indexed`. Each term has the
 * account's number in front, so that no other account's are read.
 */
export function findIndexedStatement(
  accountId: number,
  { words, parts, numberPatterns }: IndexQuery,
  range: IdRange,
): Sql {
  const blocks = sql`array(
    select w.last_id from (
      select b.last_id, b.first_id, b.account_id from message_words b where b.words @@ ${words}::tsquery offset 0
    ) w
    where w.account_id = ${accountId} ${between(range)}
    order by w.last_id ${range.oldestFirst ? sql`asc` : sql`desc`} limit ${literal(MAX_BLOCKS)})`;
  const msisdns = sql`array(
    select n.msisdn from message_numbers n
    where n.parts @@ ${parts}::tsquery and n.account_id = ${accountId} and n.msisdn like any (${numberPatterns}::text[])
    limit ${literal(MAX_NUMBERS)})`;
  return sql`select ${words === null ? sql`'{}'::uuid[]` : blocks} as blocks,
    ${parts === null ? sql`'{}'::text[]` : msisdns} as msisdns`;
}

function between({ from, to, oldestFirst, behind }: IdRange): Sql {
  const next = oldestFirst ? sql`and w.last_id > ${behind}::uuid` : sql`and w.last_id < ${behind}::uuid`;
  return sql`${from === null ? NOTHING : sql`and w.last_id >= ${from}::uuid`}
    ${to === null ? NOTHING : sql`and w.first_id <= ${to}::uuid`} ${behind === undefined ? NOTHING : next}`;
}

/** The messages `m` of blocks of an account, each looked up by its key. */
export function messagesOfBlocks(accountId: number, blocks: readonly string[]): Sql {
  return sql`select m.* from message_words b cross join lateral unnest(b.message_ids) as i (id)
    cross join lateral (select * from messages where id = i.id and account_id = ${accountId} offset 0) m
    where b.last_id = any(${blocks}::uuid[])`;
}

/** An account's messages `m` to numbers, by `messages_msisdn_accepted_at_idx`: of each the `limit` newest that fit. */
export function messagesToNumbers(
  accountId: number,
  msisdns: readonly string[],
  { dates, limit }: { dates: Sql; limit: number },
): Sql {
  return sql`select m.* from unnest(${msisdns}::text[]) as n (msisdn)
    cross join lateral (
      select m.* from messages m where m.msisdn = n.msisdn and m.account_id = ${accountId} ${dates}
      order by m.accepted_at desc limit ${literal(limit)}
    ) m`;
}
