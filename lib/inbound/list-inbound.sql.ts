import { hasTag, taggedNumbers, tagsOf } from "@/lib/contacts/tags/tags.sql";
import type { UnroutedRecord } from "@/lib/contracts/admin/inbound";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

const SORTED_BY = { at: sql`i.received_at`, id: sql`i.id` };
const PAGE_SORTED_BY = { at: sql`p.received_at`, id: sql`p.id` };

/** Joins the latest delivery `d` of its event to a message `p`. */
const JOIN_LAST_DELIVERY = sql`
    left join lateral (
      select * from webhook_deliveries w
      where w.inbound_id = p.id and w.kind = 'inbound' order by w.created_at desc, w.id desc limit 1
    ) d on true`;

/** The last message of a number that has written to an account. */
export type ConversationHead = {
  id: string;
  at: Date;
  number: string;
  network: string | null;
  text: string;
  shortcode: string;
  /** The account has sent to the number since. */
  answered: boolean;
  blocked: boolean;
  tags: string[];
};

/** The filter of an account's conversations. A null matches all. */
export type ConversationFilter = { number: string | null; tag: string | null };

/**
 * Reads the last message of each number that has written to an account, the nearest to the stretch's position first.
 * It reads the account's messages in by `inbound_messages_account_id_received_at_id_idx`, or those of one number by
 * `inbound_messages_msisdn_idx`, and keeps the last of each number, found by the latter index. Later messages to the
 * number are found by `messages_msisdn_accepted_at_idx`. With a tag, it reads the numbers by
 * `conversation_tags_account_id_tag_idx`, and the last message of each.
 */
export function conversationsStatement(
  accountId: number,
  { number, tag }: ConversationFilter,
  stretch: Stretch,
): Sql {
  const lastOf = (whose: Sql, columns: Sql) => sql`
    select ${columns} from inbound_messages l where l.account_id = ${whose}.account_id and l.msisdn = ${whose}.msisdn
    order by l.received_at desc, l.id desc limit 1`;
  const found =
    tag === null
      ? sql`inbound_messages i cross join lateral (${lastOf(sql`i`, sql`l.id`)}) last
        where i.account_id = ${accountId} and last.id = i.id`
      : sql`(${taggedNumbers(accountId, tag)}) t cross join lateral (${lastOf(sql`t`, sql`l.*`)}) i where true`;
  return sql`
    with page as materialized (
      select i.* from ${found} ${number === null ? NOTHING : sql`and i.msisdn = ${number}`} ${beyond(SORTED_BY, stretch)}
      ${nearestFirst(SORTED_BY, stretch)}
    )
    select p.id, p.received_at as at, p.msisdn as number, p.network, p.body as text, p.shortcode,
      exists (select 1 from messages m where m.msisdn = p.msisdn and m.account_id = p.account_id
        and m.accepted_at > p.received_at and m.status <> 'DELETED' offset 0) as answered,
      exists (select 1 from blocked_numbers b where b.account_id = p.account_id and b.msisdn = p.msisdn and b.active offset 0)
        as blocked,
      ${tagsOf(sql`p.account_id`, sql`p.msisdn`)} as tags
    from page p ${nearestFirst(PAGE_SORTED_BY, stretch)}`;
}

/** The filter of an account's messages in. A null matches all. Both instants are inclusive. */
export type InboundFilter = {
  from: string | null;
  to: string | null;
  tag: string | null;
  start: Date | null;
  end: Date | null;
  /** The response code of the event's last attempt. */
  responseCode: number | null;
};

/** A message in with the last attempt to deliver its event. */
export type InboundRow = {
  id: string;
  msisdn: string;
  shortcode: string;
  body: string;
  network: string | null;
  receivedAt: Date;
  relatedMessageId: string | null;
  deliveryState: string | null;
  attemptedUrl: string | null;
  responseCode: number | null;
  responseBody: string | null;
};

const INBOUND_COLUMNS = sql`p.id, p.msisdn, p.shortcode, p.body, p.network, p.received_at as "receivedAt",
      p.related_message_id as "relatedMessageId", d.state as "deliveryState", d.attempted_url as "attemptedUrl",
      d.response_code as "responseCode", d.response_body as "responseBody"`;

/** Returns `from` and `where` of the messages `i` that match a filter. */
function filtered(accountId: number, { from, to, tag, start, end, responseCode }: InboundFilter): Sql {
  return sql`
    from inbound_messages i
    where i.account_id = ${accountId}
      ${from === null ? NOTHING : sql`and i.msisdn = ${from}`}
      ${to === null ? NOTHING : sql`and i.shortcode = ${to}`}
      ${tag === null ? NOTHING : sql`and ${hasTag(sql`i.account_id`, sql`i.msisdn`, sql`${tag}::text`)}`}
      ${start === null ? NOTHING : sql`and i.received_at >= ${start}::timestamptz`}
      ${end === null ? NOTHING : sql`and i.received_at <= ${end}::timestamptz`}
      ${
        responseCode === null
          ? NOTHING
          : sql`and i.id in (select d.inbound_id from webhook_deliveries d
              where d.account_id = ${accountId} and d.kind = 'inbound' and d.attempted_at is not null
                and d.response_code = ${responseCode})`
      }`;
}

/** Counts the messages that match a filter, in one row. */
export function countInboundStatement(accountId: number, filter: InboundFilter): Sql {
  return sql`select count(*)::int as total ${filtered(accountId, filter)}`;
}

/** Reads a page of the messages that match a filter, newest first. */
export function inboundPageStatement(
  accountId: number,
  filter: InboundFilter,
  { limit, offset }: { limit: number; offset: number },
): Sql {
  return sql`
    with page as (
      select i.* ${filtered(accountId, filter)}
      order by i.received_at desc, i.id desc limit ${limit} offset ${offset}
    )
    select ${INBOUND_COLUMNS} from page p ${JOIN_LAST_DELIVERY}
    order by p.received_at desc, p.id desc`;
}

/**
 * Reads the messages that match a filter, the nearest to the stretch's position first, by
 * `inbound_messages_account_id_received_at_id_idx`, and those of one number by `inbound_messages_msisdn_idx`.
 */
export function inboundStretchStatement(accountId: number, filter: InboundFilter, stretch: Stretch): Sql {
  return sql`
    with page as materialized (
      select i.* ${filtered(accountId, filter)} ${beyond(SORTED_BY, stretch)} ${nearestFirst(SORTED_BY, stretch)}
    )
    select ${INBOUND_COLUMNS} from page p ${JOIN_LAST_DELIVERY}
    ${nearestFirst(PAGE_SORTED_BY, stretch)}`;
}

/** A message from a mobile user that belongs to no account. */
export type UnroutedRow = Omit<UnroutedRecord, "receivedAt"> & { receivedAt: Date };

/** Reads a page of the messages that belong to no account, newest first, as `UnroutedRow`. */
export function unroutedStatement({ offset, limit }: { offset: number; limit: number }): Sql {
  return sql`
    select i.id, i.received_at as "receivedAt", i.msisdn as from, i.shortcode as to, i.body, i.network, i.carrier,
      case when exists (select 1 from shortcodes s where s.number = i.shortcode) then 'no_conversation'
        else 'unknown_shortcode' end as why
    from inbound_messages i where i.account_id is null
    order by i.received_at desc, i.id desc limit ${limit} offset ${offset}`;
}

/** Counts those messages, as `count`. */
export function countUnroutedStatement(): Sql {
  return sql`select count(*)::int as count from inbound_messages where account_id is null`;
}
