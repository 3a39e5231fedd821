import { prepared, type Sql, sql } from "@/lib/db/sql";
import { INBOUND_OWNER, joinLastSent, lastSentAccount } from "@/lib/inbound/owner/last-sent.sql";

/**
 * Where a message in comes from and goes to, the first word of it by which it may belong to an account, and by what it is
 * known again: its reference and a hash. `owner` holds the links it came by; null of a part, and where nobody says.
 */
export type Addressed = {
  msisdn: string;
  shortcode: string;
  keyword: string | null;
  reference: string;
  hash: Buffer | null;
  owner: string | null;
  part: { to: string; reference: number; bits: number; total: number } | null;
};

/**
 * What a cell knows of it: whether it is there already, or other parts of it wait there; else who held the links by which
 * the same came lately, whether an account has the shortcode or the word, and when one of the cell last sent to the number.
 * `held` are those who hold links of the carrier now.
 */
export type KnownOfInbound = {
  place: number;
  isThere: boolean;
  seenBy: string | null;
  isOwned: boolean;
  /** Whether the account that has it is in this cell. */
  isHere: boolean;
  sentAt: Date | null;
  /** Whose it is by these two; null for nobody's. */
  accountId: number | null;
  held: string[];
};

/** Since when parts and messages are known again, and when it is. */
type Times = { partsSince: Date; since: Date; now: Date };

/** What this cell knows of messages in, a row for each, by its place from 1. */
export function knownOfInboundStatement(carrier: string, messages: readonly Addressed[], times: Times): Sql {
  const { partsSince, since, now } = times;
  const each = <Value>(of: (message: Addressed) => Value) => messages.map(of);
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
