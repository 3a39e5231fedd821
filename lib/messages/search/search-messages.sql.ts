import { MAX_SEARCHED_MESSAGES } from "@/lib/contracts/base/values";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { LEFT_JOIN_STATE, LISTED_COLUMNS } from "@/lib/messages/query/list-messages.sql";
import type { SearchTerms } from "@/lib/messages/search/search-terms";
import {
  type IndexResult,
  messagesOfBlocks,
  messagesToNumbers,
} from "@/lib/messages/search-index/find-indexed.sql";
import { joinMessage } from "@/lib/queue/message-queue.sql";

/** The timeout of a search's statements, in milliseconds. */
const MAX_SEARCH_MS = 2_000;

/** The largest difference between the time in an id and the acceptance of its message, in milliseconds. */
export const MAX_APART_MS = 60_000;

/** The most messages that are read from the minutes in which an id was created. */
const MAX_IN_WINDOW = 20_000;

/** Sets the timeout of the transaction's statements. */
export function limitSearchStatement(): Sql {
  return sql`set local statement_timeout = ${literal(MAX_SEARCH_MS)}`;
}

/** Returns `withoutMarks` as SQL. Text of ASCII alone, as most texts are, needs no decomposition. */
function withoutMarksSql(text: Sql): Sql {
  return sql`case when octet_length(${text}) = length(${text}) then ${text}
    else regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') end`;
}

/**
 * Returns the condition that a number or a text matches, for any accents and case of the text.
 * @param terms the terms, which are not empty.
 */
export function matches(number: Sql, text: Sql, { numberPatterns, textPatterns }: SearchTerms): Sql {
  const ofNumber =
    numberPatterns.length === 0 ? NOTHING : sql`${number} like any (${numberPatterns}::text[]) or`;
  // One `lower` serves all words: it is most of the cost of a text.
  return sql`(${ofNumber} lower(${withoutMarksSql(text)}) like all (lower(${textPatterns}::text[]::text)::text[]))`;
}

/**
 * Searches an account's messages without a whole number, id or reference, newest first. The latest messages are read
 * by `messages_account_id_accepted_at_id_idx`, as are those of the time of an id's beginning. Returns `ListedRow`s.
 */
export function searchStatement(accountId: number, terms: SearchTerms, limit: number): Sql {
  const nearest = sql`order by s.accepted_at desc, s.id desc limit ${limit}`;
  const byBeginning =
    terms.ids === null ? NOTHING : sql`union (${madeAbout(accountId, terms.ids)} ${nearest})`;
  return sql`
    with found as (
      (select s.id, s.accepted_at from (
        select m.id, m.accepted_at, m.msisdn, m.body from messages m where m.account_id = ${accountId}
        order by m.accepted_at desc, m.id desc limit ${literal(MAX_SEARCHED_MESSAGES)}
      ) s where ${matches(sql`s.msisdn`, sql`s.body`, terms)} ${nearest})
      ${byBeginning}
    )
    select ${LISTED_COLUMNS} from (select s.id from found s ${nearest}) f ${joinMessage(sql`f.id`)} ${LEFT_JOIN_STATE}
    order by m.accepted_at desc, m.id desc`;
}

/**
 * Reads an account's messages from the results of the index, newest first. They may be older than the messages that
 * are searched directly. Returns `ListedRow`s.
 */
export function searchIndexedStatement(
  accountId: number,
  terms: SearchTerms,
  { blocks, msisdns }: IndexResult,
  limit: number,
): Sql {
  const nearest = sql`order by m.accepted_at desc limit ${limit}`;
  const toNumbers = messagesToNumbers(accountId, msisdns, { kept: NOTHING, nearest });
  return sql`
    with found as (
      select s.id, s.accepted_at from (
        ${messagesOfBlocks(accountId, blocks)} union all ${toNumbers}
      ) s where ${matches(sql`s.msisdn`, sql`s.body`, terms)}
    ), page as (
      select distinct f.accepted_at, f.id from found f order by f.accepted_at desc, f.id desc limit ${limit}
    )
    select ${LISTED_COLUMNS} from page f ${joinMessage(sql`f.id`)} ${LEFT_JOIN_STATE}
    order by m.accepted_at desc, m.id desc`;
}

/** Returns the messages `s` of an account whose ids are between two ids. An id contains the time of its creation. */
function madeAbout(accountId: number, { first, last, from, to }: NonNullable<SearchTerms["ids"]>): Sql {
  const [earliest, latest] = [from.getTime() - MAX_APART_MS, to.getTime() + MAX_APART_MS];
  return sql`select s.id, s.accepted_at from (
    select m.id, m.accepted_at from messages m where m.account_id = ${accountId}
      and m.accepted_at between ${new Date(earliest)}::timestamptz and ${new Date(latest)}::timestamptz
    order by m.accepted_at desc, m.id desc limit ${literal(MAX_IN_WINDOW)}
  ) s where s.id between ${first}::uuid and ${last}::uuid`;
}
