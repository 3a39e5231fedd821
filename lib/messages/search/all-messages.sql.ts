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
  type Indexed,
  messagesOfBlocks,
  messagesToNumbers,
} from "@/lib/messages/search-index/find-indexed.sql";
import { ALL_MESSAGES, joinMessage, LEFT_JOIN_QUEUE } from "@/lib/queue/message-queue.sql";

/** Which messages of all accounts, or of one, are wanted. */
export type Wanted = {
  accountId: number | null;
  search: string;
  terms: SearchTerms;
  status: MessageState | undefined;
  start: Date | undefined;
  end: Date | undefined;
  /** What the index has: then these messages alone are wanted. Null: those that are found without it. */
  indexed: Indexed | null;
};

type Dated = Pick<Wanted, "accountId" | "start" | "end">;

const NEWEST = literal(MAX_SEARCHED_MESSAGES);

/**
 * Messages of all accounts nearest to the stretch's place first: a `ListedRow` with its account. Each part reads no more
 * than `MAX_SEARCHED_MESSAGES` rows by an index: the newest of all by the primary key, since ids sort by time, those of
 * an account by `messages_account_id_accepted_at_id_idx`, those to a number by `messages_msisdn_accepted_at_idx`, those
 * with a reference by `messages_customer_message_id_idx`, and those whose id begins so by the primary key. What the index
 * has is asked for by itself.
 */
export function allMessagesStatement(wanted: Wanted, stretch: Stretch, now: Date): Sql {
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

/** When the oldest of the newest messages was accepted that words are looked for in; none where all of them are. */
export function searchedSinceStatement(wanted: Dated): Sql {
  return sql`select min(m.accepted_at) as since from (${newestPart(wanted)}) m having count(*) = ${NEWEST}`;
}

/** The newest messages of the dates that are wanted. */
function newestPart({ accountId, start, end }: Dated): Sql {
  const dates = within(ALL_MESSAGES, { start, end });
  if (accountId !== null) {
    return sql`select m.* from messages m where m.account_id = ${accountId} ${dates}
      order by m.accepted_at desc, m.id desc limit ${NEWEST}`;
  }
  // An id has the time at which it was made: the dates are looked up by it, and then kept to by the message's own time.
  const from = start && sql`and m.id >= ${idAt(new Date(start.getTime() - MAX_APART_MS))}::uuid`;
  const to = end && sql`and m.id <= ${idAt(new Date(end.getTime() + MAX_APART_MS))}::uuid`;
  return sql`select m.* from messages m where true ${from ?? NOTHING} ${to ?? NOTHING} ${dates}
    order by m.id desc limit ${NEWEST}`;
}

/** The messages that the index has: those of no more than so many blocks, and of each number those nearest to the place. */
function indexedParts(
  { accountId, indexed, start, end }: Wanted,
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
 * The ids between which the index is asked: those of the dates, and on this side of the stretch's place. An id has the time at
 * which it was made.
 */
export function indexedRange(
  { start, end }: Pick<Wanted, "start" | "end">,
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

/** The messages of all accounts with a whole number, or an id that begins so, and those of an account with a reference. */
function wholeParts({ accountId, search, terms, start, end }: Wanted): Sql[] {
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

function ofAccount({ accountId }: Wanted): Sql {
  return accountId === null ? NOTHING : sql`and m.account_id = ${accountId}`;
}

/** The numbers of accounts, those that were opened first, as `id`. */
export function accountIdsStatement(limit: number): Sql {
  return sql`select id from accounts order by id limit ${limit}`;
}

/** The number of the account that an email address signs in to, as `id`. */
export function accountByEmailStatement(email: string): Sql {
  return sql`select id from accounts where email = ${email}`;
}
