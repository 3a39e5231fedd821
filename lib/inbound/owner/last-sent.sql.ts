import { literal, type Sql, sql } from "@/lib/db/sql";
import { JOIN_SENT } from "@/lib/messages/retention/sent.sql";

/**
 * How many of the last accepted messages that were sent are looked at; the last one that was sent counts. One that was held, or
 * waited for the morning, went out after others that were accepted later.
 */
const MAX_CANDIDATES = literal(100);

/** Among how many of the last accepted ones those are looked for that were scheduled, which may be weeks ahead. */
const MAX_SCHEDULED_AMONG = literal(1_000);

/** The owner of `shortcodes s`; null of a shared one. */
export const SHORTCODE_OWNER = sql`s.owner_id`;

/**
 * The account to which a message belongs whoever sent last: the shortcode's owner, or on a shared one its keyword's
 * `k`.
 */
export const INBOUND_OWNER = sql`coalesce(s.owner_id, k.account_id)`;

/** Whether a message `m` is one from the shortcode to the number, of the owner where there is one. */
const sentTo = (owner: Sql): Sql => sql`s.id is not null and m.msisdn = g.msisdn and m.sender = g.shortcode
            and (${owner} is null or m.account_id = ${owner})`;

/**
 * Joins to `g (msisdn, shortcode)` and `shortcodes s` the message `a` that last went from the shortcode to
 * the number. Where the message in has an owner already, it is the last of the owner's. `l` is the last sender
 * otherwise, for the case that the message has been deleted by its age.
 * @param owner the account that it belongs to whoever sent last; null where that decides.
 */
export function joinLastSent(owner: Sql): Sql {
  return sql`
      left join lateral (
        select account_id, send_type, sent_at from last_senders
        where ${owner} is null and msisdn = g.msisdn and shortcode = s.number offset 0) l on true
      left join lateral (
        select * from (
          (select m.id, m.account_id, m.send_type, m.customer_message_id, sent.at as sent_at
          from messages m ${JOIN_SENT}
          where ${sentTo(owner)} and sent.at is not null
          order by m.accepted_at desc limit ${MAX_CANDIDATES})
          union all
          (select m.id, m.account_id, m.send_type, m.customer_message_id, sent.at
          from (
            select m.id, m.account_id, m.accepted_at, m.send_at, m.send_type, m.customer_message_id, m.status
            from messages m where ${sentTo(owner)} order by m.accepted_at desc limit ${MAX_SCHEDULED_AMONG}) m
          ${JOIN_SENT}
          where m.send_at is not null and sent.at is not null)
        ) candidates
        order by sent_at desc, id desc limit 1
      ) a on l.sent_at is null or a.sent_at >= l.sent_at`;
}

/**
 * After `joinLastSent`: the account to which a message from the number to the shortcode belongs
 * (rules: inbound owner); null for none.
 */
export function lastSentAccount(owner: Sql): Sql {
  return sql`coalesce(${owner}, a.account_id, l.account_id)`;
}
