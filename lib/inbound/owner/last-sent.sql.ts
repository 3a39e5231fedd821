import { literal, type Sql, sql } from "@/lib/db/sql";
import { JOIN_SENT } from "@/lib/messages/retention/sent.sql";

/**
 * The number of the last accepted messages in which the last sent one is searched. A message that was held, or waited
 * for the morning, was sent after later accepted ones.
 */
const MAX_CANDIDATES = literal(100);

/**
 * The number of the last accepted messages in which scheduled ones are searched, which may be scheduled weeks ahead.
 */
const MAX_SCHEDULED_AMONG = literal(1_000);

/** The owner of `shortcodes s`; null for a shared one. */
export const SHORTCODE_OWNER = sql`s.owner_id`;

/**
 * The account that a message belongs to for any last sender: the shortcode's owner, or that of the keyword `k` on a
 * shared one.
 */
export const INBOUND_OWNER = sql`coalesce(s.owner_id, k.account_id)`;

/**
 * Returns the condition that a message `m` was sent from the shortcode to the number, by the owner if there is one.
 */
const sentTo = (owner: Sql): Sql => sql`s.id is not null and m.msisdn = g.msisdn and m.sender = g.shortcode
            and (${owner} is null or m.account_id = ${owner})`;

/**
 * Joins the message `a` that was last sent from the shortcode to the number to `g (msisdn, shortcode)` and
 * `shortcodes s`. If the message in has an owner, it is the owner's last one. Otherwise `l` is the last sender, in
 * case that message was purged.
 * @param owner the account that the message belongs to for any last sender; null if the last sender decides.
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
 * Returns the account that a message from the number to the shortcode belongs to, after `joinLastSent`
 * (rules: inbound owner), or null.
 */
export function lastSentAccount(owner: Sql): Sql {
  return sql`coalesce(${owner}, a.account_id, l.account_id)`;
}
