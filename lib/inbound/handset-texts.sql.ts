import { type Sql, sql } from "@/lib/db/sql";
import { joinLastSent, lastSentAccount, SHORTCODE_OWNER } from "@/lib/inbound/owner/last-sent.sql";

/**
 * Joins the account's message `m` to a message `s` of the simulated network. The client reference may be any text: a
 * cast of a text that is no id would fail the statement.
 */
function joinOwnMessage(accountId: number): Sql {
  return sql`
    join messages m on m.account_id = ${accountId} and m.id =
      case when s.client_reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.client_reference::uuid end`;
}

/** A text that a phone received from an account. */
export type ReceivedRow = {
  id: string;
  sender: string;
  msisdn: string;
  body: string;
  encryptedBody: Buffer | null;
  receivedAt: Date;
};

/** Counts the texts that a phone of the simulated network received from an account, in one row. */
export function countReceivedStatement(accountId: number, msisdn: string): Sql {
  return sql`
    select count(*)::int as total from simulated_messages s ${joinOwnMessage(accountId)} where s.msisdn = ${msisdn}`;
}

/** Reads a page of the texts that a phone of the simulated network received from an account, newest first. */
export function receivedStatement(
  accountId: number,
  msisdn: string,
  { limit, offset }: { limit: number; offset: number },
): Sql {
  return sql`
    select m.id, s.sender, s.msisdn, s.body, s.encrypted_body as "encryptedBody", s.received_at as "receivedAt"
    from simulated_messages s ${joinOwnMessage(accountId)} where s.msisdn = ${msisdn}
    order by s.received_at desc, s.reference desc limit ${limit} offset ${offset}`;
}

/** A text on the screen of a phone: received from an account, or sent by the phone. */
export type HandsetTextRow = {
  id: string;
  direction: "received" | "sent";
  shortcode: string;
  text: string;
  encryptedText: Buffer | null;
  at: Date;
};

/**
 * Reads the latest texts between a phone of the simulated network and an account, newest first. Each half has an
 * index: `simulated_messages (msisdn, received_at)` and `inbound_messages (account_id, msisdn, received_at, id)`.
 */
export function handsetTextsStatement(accountId: number, msisdn: string, limit: number): Sql {
  return sql`
    select * from (
      (select m.id, 'received' as direction, s.sender as shortcode, s.body as text, s.encrypted_body as "encryptedText",
         s.received_at as at
       from simulated_messages s ${joinOwnMessage(accountId)}
       where s.msisdn = ${msisdn}
       order by s.received_at desc limit ${limit})
      union all
      (select i.id, 'sent', i.shortcode, i.body, null, i.received_at
       from inbound_messages i
       where i.account_id = ${accountId} and i.msisdn = ${msisdn}
       order by i.received_at desc, i.id desc limit ${limit})
    ) as texts
    order by at desc, direction desc, id desc limit ${limit}`;
}

/** Reads the numbers of an account's latest messages, latest first: at most `limit`, from `among` messages. */
export function latestNumbersStatement(accountId: number, among: number, limit: number): Sql {
  return sql`
    select msisdn from (
      select msisdn, accepted_at from messages where account_id = ${accountId}
      order by accepted_at desc, id desc limit ${among}
    ) as latest
    group by msisdn order by max(accepted_at) desc, msisdn limit ${limit}`;
}

/**
 * Reads the shortcodes that an account may let a phone write to. They are its own, and the shared ones from which it
 * was the last to send to the phone. An administrator has all. Shared ones are few, so each is looked up.
 */
export function writableStatement(accountId: number, msisdn: string, limit: number): Sql {
  return sql`
    select g.shortcode from accounts me
    cross join lateral (
      select id, number, owner_id from shortcodes
      where active and (owner_id is null or owner_id = me.id)
      order by owner_id nulls first, id limit ${limit}) s
    cross join lateral (select ${msisdn}::text as msisdn, s.number as shortcode) g
    ${joinLastSent(SHORTCODE_OWNER)}
    where me.id = ${accountId} and (me.is_admin or ${lastSentAccount(SHORTCODE_OWNER)} = me.id)
    order by a.sent_at desc nulls last, s.id`;
}
