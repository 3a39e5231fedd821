import { prepared, type Sql, sql } from "@/lib/db/sql";
import { INBOUND_OWNER, joinLastSent, lastSentAccount } from "@/lib/inbound/owner/last-sent.sql";

/**
 * The addresses of a message in, its first word, by which it may belong to an account, and its identity: a reference
 * and a hash. `owner` holds the links that it arrived by. It is null for a part, and if it is unknown.
 */
export type AddressedInbound = {
  msisdn: string;
  shortcode: string;
  keyword: string | null;
  reference: string;
  hash: Buffer | null;
  owner: string | null;
  part: { to: string; reference: number; bits: number; total: number } | null;
};

/**
 * A cell's answer about a message. The message, or other parts of it, may be stored there. Otherwise `seenBy` is the
 * owner of the links by which the same message came recently. `isOwned` is set if an account has the shortcode or the
 * word. `sentAt` is the time at which an account of the cell last sent to the number. `held` are the current owners
 * of the carrier's links.
 */
export type KnownOfInbound = {
  place: number;
  isThere: boolean;
  seenBy: string | null;
  isOwned: boolean;
  /** The account that owns it is in this cell. */
  isHere: boolean;
  sentAt: Date | null;
  /** The account that the message belongs to by the owner and the last sender, or null. */
  accountId: number | null;
  held: string[];
};

/** The times since which parts and messages are recognised, and the current time. */
type Times = { partsSince: Date; since: Date; now: Date };

/** Reads this cell's answer about messages in, a row for each, by its index from 1. */
export function knownOfInboundStatement(
  carrier: string,
  messages: readonly AddressedInbound[],
  times: Times,
): Sql {
  const { partsSince, since, now } = times;
  const each = <Value>(of: (message: AddressedInbound) => Value) => messages.map(of);
  return prepared(
    "known-of-inbound",
    sql`
    select g.place::int as place, ${INBOUND_OWNER} is not null as "isOwned",
      exists (select from accounts o where o.id = ${INBOUND_OWNER}) as "isHere", greatest(a.sent_at, l.sent_at) as "sentAt",
      ${lastSentAccount(INBOUND_OWNER)} as "accountId",
      exists (select from inbound_messages i where i.carrier = ${carrier} and i.carrier_reference = g.reference offset 0)
        or exists (select from inbound_seen e where e.carrier = ${carrier} and e.hash = g.hash and g.part_total is not null
          and e.seen_at > ${partsSince}::timestamptz offset 0)
        or exists (select from inbound_parts p where p.carrier = ${carrier} and p.msisdn = g.msisdn
          and p.shortcode = g.part_to and p.reference = g.part_reference and p.reference_bits = g.part_bits
          and p.total = g.part_total offset 0) as "isThere",
      (select e.owner from inbound_seen e where e.carrier = ${carrier} and e.hash = g.hash and g.part_total is null
        and e.owner <> g.owner and e.seen_at > ${since}::timestamptz) as "seenBy",
      array(select distinct h.owner from carrier_links h
        where h.carrier_id = (select id from carriers where name = ${carrier})
          and h.lease > ${now}::timestamptz)::text[] as held
    from unnest(
      ${each(({ msisdn }) => msisdn)}::text[],
      ${each(({ shortcode }) => shortcode)}::text[],
      ${each(({ keyword }) => keyword)}::text[],
      ${each(({ reference }) => reference)}::text[],
      ${each(({ hash }) => (hash === null ? null : `\\x${hash.toString("hex")}`))}::bytea[],
      ${each(({ owner }) => owner)}::uuid[],
      ${each(({ part }) => part?.to ?? null)}::text[],
      ${each(({ part }) => part?.reference ?? null)}::int[],
      ${each(({ part }) => part?.bits ?? null)}::smallint[],
      ${each(({ part }) => part?.total ?? null)}::smallint[]
    ) with ordinality
      as g (msisdn, shortcode, keyword, reference, hash, owner, part_to, part_reference, part_bits, part_total, place)
    left join shortcodes s on s.number = g.shortcode
    left join lateral (
      select account_id from inbound_keywords
      where s.owner_id is null and shortcode_id = s.id and keyword = g.keyword offset 0) k on true
    ${joinLastSent(INBOUND_OWNER)}
    order by g.place`,
  );
}
