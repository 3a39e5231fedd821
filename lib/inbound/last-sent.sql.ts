import { sql } from "@/lib/db/sql";
import { JOIN_SENT } from "@/lib/messages/retention/sent.sql";

/** Candidates for what a message answers: the last accepted ones, of which the last sent counts. */
const NEWEST = 20;

/**
 * Joins to a number and a shortcode, `g (msisdn, shortcode)` with `shortcodes s`, the message that last went to the one
 * from the other as `a`: of the owner, where the shortcode has one. `l` is who sent last on a shared shortcode, where
 * that message has been deleted by its age.
 */
export const JOIN_LAST_SENT = sql`
      left join lateral (
        select account_id, send_type, sent_at from last_senders
        where s.owner_id is null and msisdn = g.msisdn and shortcode = s.number offset 0) l on true
      left join lateral (
        select * from (
          select m.id, m.account_id, m.send_type, m.customer_message_id, sent.at as sent_at
          from messages m ${JOIN_SENT}
          where s.id is not null and m.msisdn = g.msisdn and m.sender = g.shortcode
            and (s.owner_id is null or m.account_id = s.owner_id)
            and sent.at is not null
          order by m.accepted_at desc limit ${NEWEST}
        ) newest
        order by sent_at desc, id desc limit 1
      ) a on l.sent_at is null or a.sent_at >= l.sent_at`;

/**
 * Behind `JOIN_LAST_SENT`: whose a message from the number to the shortcode is (rules: inbound owner); null for
 * nobody's.
 */
export const LAST_SENT_ACCOUNT = sql`coalesce(s.owner_id, a.account_id, l.account_id)`;
