import { MAX_SEARCHED_MESSAGES } from "@/lib/contracts/base/values";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { LEFT_JOIN_STATE, LISTED_COLUMNS } from "@/lib/messages/query/list-messages.sql";
import type { SearchTerms } from "@/lib/messages/search/search-terms";
import {
  type Indexed,
  messagesOfBlocks,
  messagesToNumbers,
} from "@/lib/messages/search-index/find-indexed.sql";
import { joinMessage } from "@/lib/queue/message-queue.sql";

/** How long a search may keep the database busy, in milliseconds. */
const MAX_SEARCH_MS = 2_000;

/** How far the time of an id may be from the acceptance of its message, in milliseconds. */
export const MAX_APART_MS = 60_000;

/** How many messages of the minutes in which an id was made are looked at. */
const MAX_IN_WINDOW = 20_000;

/** Ends the transaction's statements that take too long. */
export function limitSearchStatement(): Sql {
  return sql`set local statement_timeout = ${literal(MAX_SEARCH_MS)}`;
}

/** `withoutMarks` in SQL. Of what is ASCII alone, as most texts are, nothing has to be taken apart. */
function withoutMarksSql(text: Sql): Sql {
  return sql`case when octet_length(${text}) = length(${text}) then ${text}
    else regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') end`;
}

/**
 * The condition that a number or a text matches, whatever accents and capitals the text has.
 * @param terms has something to look for.
 */
export function matches(number: Sql, text: Sql, { numberPatterns, textPatterns }: SearchTerms): Sql {
  const ofNumber =
    numberPatterns.length === 0 ? NOTHING : sql`${number} like any (${numberPatterns}::text[]) or`;
  // Lowered once for all words: it is most of what a text costs.
  return sql`(${ofNumber} lower(${withoutMarksSql(text)}) like all (lower(${textPatterns}::text[]::text)::text[]))`;
}

/**
 * An account's messages that a search finds without their whole number, id or reference, newest first. Its latest
 * messages are read along `messages_account_id_accepted_at_id_idx`, and so are those of the time of an id that has the
 * beginning which is searched for. The rows of a `ListedRow`.
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
 * An account's messages that the index found, which may be older than those that are looked through; newest first. The rows
 * of a `ListedRow`.
 */
export function searchIndexedStatement(
  accountId: number,
  terms: SearchTerms,
  { blocks, msisdns }: Indexed,
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

/** The messages `s` of an account whose ids are between two; each id has the time at which it was made. */
function madeAbout(accountId: number, { first, last, from, to }: NonNullable<SearchTerms["ids"]>): Sql {
  const [earliest, latest] = [from.getTime() - MAX_APART_MS, to.getTime() + MAX_APART_MS];
  return sql`select s.id, s.accepted_at from (
    select m.id, m.accepted_at from messages m where m.account_id = ${accountId}
      and m.accepted_at between ${new Date(earliest)}::timestamptz and ${new Date(latest)}::timestamptz
    order by m.accepted_at desc, m.id desc limit ${literal(MAX_IN_WINDOW)}
  ) s where s.id between ${first}::uuid and ${last}::uuid`;
}
