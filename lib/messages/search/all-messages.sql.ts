import { MAX_SEARCHED_MESSAGES, MESSAGE_ID_LENGTH } from "@/lib/contracts/base/values";
import type { MessageState } from "@/lib/contracts/members/messages";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";
import { inState, LEFT_JOIN_STATE, LISTED_COLUMNS, within } from "@/lib/messages/query/list-messages.sql";
import { MAX_APART_MS, matches } from "@/lib/messages/search/search-messages.sql";
import type { SearchTerms } from "@/lib/messages/search/search-terms";
import {
  type IdRange,
  type IndexResult,
  messagesOfBlocks,
  messagesToNumbers,
} from "@/lib/messages/search-index/find-indexed.sql";
import { ALL_MESSAGES, joinMessage, LEFT_JOIN_QUEUE } from "@/lib/queue/message-queue.sql";

/** A search of the messages of all accounts, or of one. */
export type MessageSearch = {
  accountId: number | null;
  search: string;
  terms: SearchTerms;
  status: MessageState | undefined;
  start: Date | undefined;
  end: Date | undefined;
  /**
   * The results of the index: only these messages are wanted. If it is null, messages that are found without the
   * index are wanted.
   */
  indexed: IndexResult | null;
};

type DatedSearch = Pick<MessageSearch, "accountId" | "start" | "end">;

const NEWEST = literal(MAX_SEARCHED_MESSAGES);

/**
 * Reads messages of all accounts, the nearest to the stretch's position first: a `ListedRow` with its account. Each
 * part reads at most `MAX_SEARCHED_MESSAGES` rows by an index. The newest messages, and ids by their beginning, are
 * read by the primary key, since ids sort by time. The messages of an account are read by
 * `messages_account_id_accepted_at_id_idx`, those to a number by `messages_msisdn_accepted_at_idx`, and those with a
 * reference by `messages_customer_message_id_idx`. The results of the search index are read separately.
 */
export function allMessagesStatement(wanted: MessageSearch, stretch: Stretch, now: Date): Sql {
  const { search, status, terms } = wanted;
  const queue = status === undefined ? NOTHING : LEFT_JOIN_QUEUE;
  const nearest = nearestFirst(ALL_MESSAGES, stretch);
  const asked = sql`${inState(ALL_MESSAGES, { status }, now)} ${beyond(ALL_MESSAGES, stretch)}`;
  const kept = (part: Sql, condition: Sql) => sql`(select m.id, m.accepted_at from (${part}) m ${queue}
    where true ${condition} ${asked} ${nearest})`;
  const searched = search === "" ? NOTHING : sql`and ${matches(sql`m.msisdn`, sql`m.body`, terms)}`;
  const whole = search === "" ? [] : wholeParts(wanted);
  const found =
    wanted.indexed === null
      ? [kept(newestPart(wanted), searched), ...whole.map((part) => kept(part, ofAccount(wanted)))]
      : indexedParts(wanted, { joined: queue, asked, nearest }).map((part) => kept(part, searched));
  const order = nearestFirst({ at: sql`f.accepted_at`, id: sql`f.id` }, stretch);
  return sql`
    with found as (${found.reduce((all, part) => sql`${all} union ${part}`)}), page as (select * from found f ${order})
    select ${LISTED_COLUMNS}, m.account_id as "accountId", a.name as "accountName"
    from page f ${joinMessage(sql`f.id`)} ${LEFT_JOIN_STATE}
    cross join lateral (select name from accounts where id = m.account_id offset 0) a ${order}`;
}

/**
 * Reads the time of acceptance of the oldest among the newest messages that are searched for words. Returns no row if
 * all messages are.
 */
export function searchedSinceStatement(wanted: DatedSearch): Sql {
  return sql`select min(m.accepted_at) as since from (${newestPart(wanted)}) m having count(*) = ${NEWEST}`;
}

/** Returns the newest messages of the wanted dates. */
function newestPart({ accountId, start, end }: DatedSearch): Sql {
  const dates = within(ALL_MESSAGES, { start, end });
  if (accountId !== null) {
    return sql`select m.* from messages m where m.account_id = ${accountId} ${dates}
      order by m.accepted_at desc, m.id desc limit ${NEWEST}`;
  }
  // An id contains the time of its creation. The dates select ids, and then the messages' own times.
  const from = start && sql`and m.id >= ${idAt(new Date(start.getTime() - MAX_APART_MS))}::uuid`;
  const to = end && sql`and m.id <= ${idAt(new Date(end.getTime() + MAX_APART_MS))}::uuid`;
  return sql`select m.* from messages m where true ${from ?? NOTHING} ${to ?? NOTHING} ${dates}
    order by m.id desc limit ${NEWEST}`;
}

/**
 * Returns the messages of the index's results: those of the blocks, and for each number those nearest to the
 * position.
 */
function indexedParts(
  { accountId, indexed, start, end }: MessageSearch,
  { joined, asked, nearest }: { joined: Sql; asked: Sql; nearest: Sql },
): Sql[] {
  if (indexed === null) return [];
  const dates = within(ALL_MESSAGES, { start, end });
  const { blocks, msisdns } = indexed;
  const kept = sql`${dates} ${asked}`;
  return [
    ...(blocks.length === 0
      ? []
      : [sql`select m.* from (${messagesOfBlocks(accountId, blocks)}) m where true ${dates}`]),
    ...(msisdns.length === 0 ? [] : [messagesToNumbers(accountId, msisdns, { joined, kept, nearest })]),
  ];
}

/**
 * Returns the range of ids for the index, from the dates and the side of the stretch's position. An id contains the
 * time of its creation.
 */
export function indexedRange(
  { start, end }: Pick<MessageSearch, "start" | "end">,
  { place, direction }: Stretch,
): IdRange {
  const oldestFirst = place !== null && direction === "newer";
  const at = place === null ? [] : [place.at];
  const starts = [...(start ? [start] : []), ...(oldestFirst ? at : [])].map(Number);
  const ends = [...(end ? [end] : []), ...(oldestFirst ? [] : at)].map(Number);
  return {
    from: starts.length === 0 ? null : idAt(new Date(Math.max(...starts) - MAX_APART_MS)),
    to: ends.length === 0 ? null : idAt(new Date(Math.min(...ends) + MAX_APART_MS)),
    oldestFirst,
  };
}

/**
 * Returns the messages of all accounts with a whole number, or with an id by its beginning, and those of an account
 * with a reference.
 */
function wholeParts({ accountId, search, terms, start, end }: MessageSearch): Sql[] {
  const { ids, msisdn } = terms;
  const dates = within(ALL_MESSAGES, { start, end });
  const byTime = sql`${dates} order by m.accepted_at desc, m.id desc limit ${NEWEST}`;
  return [
    ...(ids === null
      ? []
      : [
          sql`select m.* from messages m where m.id between ${ids.first}::uuid and ${ids.last}::uuid ${dates}
            order by m.id desc limit ${NEWEST}`,
        ]),
    ...(msisdn === null ? [] : [sql`select m.* from messages m where m.msisdn = ${msisdn} ${byTime}`]),
    ...(accountId === null
      ? []
      : [
          sql`select m.* from messages m where m.account_id = ${accountId}
            and m.customer_message_id = ${search.slice(0, MESSAGE_ID_LENGTH + 1)} ${byTime}`,
        ]),
  ];
}

function ofAccount({ accountId }: MessageSearch): Sql {
  return accountId === null ? NOTHING : sql`and m.account_id = ${accountId}`;
}

/** Reads the numbers of accounts as `id`, the oldest first. */
export function accountIdsStatement(limit: number): Sql {
  return sql`select id from accounts order by id limit ${limit}`;
}

/** Reads the number of the account with an email address, as `id`. */
export function accountByEmailStatement(email: string): Sql {
  return sql`select id from accounts where email = ${email}`;
}
