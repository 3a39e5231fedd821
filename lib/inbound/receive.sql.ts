import { prepared, type Sql, sql } from "@/lib/db/sql";
import { INBOUND_OWNER, joinLastSent, lastSentAccount } from "@/lib/inbound/owner/last-sent.sql";
import { GAP } from "@/lib/inbound/parts/join";
import type { Encoding } from "@/lib/sms/text/encoding";
import { firstKeyword } from "@/lib/sms/text/keywords";
import {
  ATTEMPTS,
  dueOf,
  type HandedOver,
  handedOver,
  type PromisedPlaces,
  placeOf,
} from "@/lib/webhooks/delivery/hand-over.sql";
import { INBOUND_TYPE, listensToInbound } from "@/lib/webhooks/endpoint/listens.sql";

/** A message from a mobile user, ready to be stored. */
export type Inbound = {
  id: string;
  reference: string;
  msisdn: string;
  shortcode: string;
  body: string;
  encoding: Encoding;
  network: string | null;
  receivedAt: Date;
};

/** A message that the statement has stored for the first time. */
export type StoredRow = {
  id: string;
  accountId: number | null;
  relatedMessageId: string | null;
  sendType: "sms" | "otp" | "appointment" | null;
  customerMessageId: string | null;
  shared: boolean;
  /** The account has an endpoint for events of messages in. */
  listens: boolean;
  /** The account has rules that may answer it. */
  hasRules: boolean;
  /**
   * The email from which the answered message was made. `emailedBy` is null without one, when its sender is
   * no longer listed, and when email to SMS is switched off.
   */
  emailedBy: string | null;
  emailId: string | null;
  emailSubject: string | null;
};

/**
 * Stores messages, each once, with their account and the message that they answer
 * (rules: inbound messages, inbound owner, inbound keywords). That message is the last one from the shortcode to the
 * number, sent by the owner if the shortcode or the keyword has one. On a shared shortcode the account is known even
 * if that message was purged. A message to an owner in another cell belongs to no account here
 * (rules: cells and networks).
 * @param onlyFor stores only messages that belong to this account; null stores all.
 */
export function storeStatement(carrier: string, messages: readonly Inbound[], onlyFor: number | null): Sql {
  return prepared(
    "inbound-store",
    sql`
    with given as (
      select * from unnest(
        ${messages.map(({ id }) => id)}::uuid[],
        ${messages.map(({ reference }) => reference)}::text[],
        ${messages.map(({ msisdn }) => msisdn)}::text[],
        ${messages.map(({ shortcode }) => shortcode)}::text[],
        ${messages.map(({ body }) => body)}::text[],
        ${messages.map(({ body }) => (body.startsWith(GAP) ? null : firstKeyword(body)))}::text[],
        ${messages.map(({ encoding }) => encoding)}::encoding[],
        ${messages.map(({ network }) => network)}::text[],
        ${messages.map(({ receivedAt }) => receivedAt)}::timestamptz[]
      ) with ordinality as g (id, reference, msisdn, shortcode, body, keyword, encoding, network, received_at, place)
    ), attributed as materialized (
      select g.*, case when s.owner_id is null or exists (select from accounts o where o.id = s.owner_id)
          then ${lastSentAccount(INBOUND_OWNER)} end as account_id, a.id as related_id,
        coalesce(a.send_type, l.send_type) as send_type,
        a.customer_message_id, s.id is not null and s.owner_id is null as shared
      from given g
      left join shortcodes s on s.number = g.shortcode
      left join lateral (
        select w.account_id from inbound_keywords w
        where s.owner_id is null and w.shortcode_id = s.id and w.keyword = g.keyword
          and exists (select from accounts o where o.id = w.account_id) offset 0) k on true
      ${joinLastSent(INBOUND_OWNER)}
    ), stored as (
      insert into inbound_messages (id, account_id, msisdn, shortcode, body, encoding, network, received_at, carrier,
        carrier_reference, related_message_id)
      select id, account_id, msisdn, shortcode, body, encoding, network, received_at, ${carrier}::text, reference,
        related_id
      from attributed
      where ${onlyFor}::int is null or account_id = ${onlyFor}::int
      order by reference, place
      on conflict (carrier, carrier_reference) do nothing
      returning id
    )
    select a.id, a.account_id as "accountId", a.related_id as "relatedMessageId", a.send_type as "sendType",
      a.customer_message_id as "customerMessageId", a.shared, exists (select from webhook_endpoints e
        where e.account_id = a.account_id and ${listensToInbound(sql`a.shortcode`)}) as listens,
      exists (select from reply_rules r where r.account_id = a.account_id and r.enabled) as "hasRules", s.sender as "emailedBy", s.email_id as "emailId", s.subject as "emailSubject"
    from stored join attributed a on a.id = stored.id
    left join email_submissions s on s.message_id = a.related_id
      and exists (select 1 from email_senders l
        where l.account_id = a.account_id and l.confirmed_at is not null
          and l.sender in (s.sender, '@' || split_part(s.sender, '@', 2)) offset 0)
      and exists (select 1 from integrations i
        where i.account_id = a.account_id and i.kind = 'email_to_sms' and i.enabled)
    order by a.place`,
  );
}

/** An event for an account: the id of its delivery to the API's endpoint, and the message. */
export type InboundDelivery = {
  id: string;
  accountId: number;
  inboundId: string;
  shortcode: string;
  body: string;
};

/**
 * Inserts events as deliveries, one for each endpoint that gets them: due at once, or not due if the endpoint is
 * paused. Those with a place are handed over. An endpoint that was removed since gets none. Returns `EnqueuedRow`, at
 * least one row.
 */
export function enqueueStatement(
  deliveries: readonly InboundDelivery[],
  now: Date,
  promised: PromisedPlaces,
): Sql {
  return prepared(
    "inbound-enqueue",
    sql`
    with written as (
      insert into webhook_deliveries (id, account_id, kind, number, event_type, inbound_id, body, created_at, due_at,
        attempts)
      select case when t.number = 0 then t.id else uuid_v7(${now}::timestamptz) end, t.account_id, t.kind, t.number,
        t.event_type, t.inbound_id, t.body, ${now}::timestamptz, ${dueOf(now, promised)}, ${ATTEMPTS}
      from (
        select d.*, e.kind, e.number, ${INBOUND_TYPE} as event_type, ${placeOf(sql`d.account_id`, promised)}
        from unnest(
          ${deliveries.map(({ id }) => id)}::uuid[],
          ${deliveries.map(({ accountId }) => accountId)}::int[],
          ${deliveries.map(({ inboundId }) => inboundId)}::uuid[],
          ${deliveries.map(({ shortcode }) => shortcode)}::text[],
          ${deliveries.map(({ body }) => body)}::text[]
        ) as d (id, account_id, inbound_id, shortcode, body)
        join webhook_endpoints e on e.account_id = d.account_id and ${listensToInbound(sql`d.shortcode`)}) t
      returning id, account_id, number, attempts, body
    )
    select h.handed, exists (select from written where attempts = 0) as "isDue"
    from (select) one left join (${handedOver(sql`written`, "inbound", now)}) h on true`,
  );
}

/** The events of an account that are handed over, or null, and whether other events are due. */
export type EnqueuedRow = { handed: HandedOver | null; isDue: boolean };
