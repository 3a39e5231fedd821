import { prepared, type Sql, sql } from "@/lib/db/sql";
import { INBOUND_OWNER, joinLastSent } from "@/lib/inbound/last-sent.sql";

/** Where a message in comes from and goes to, and the first word of it by which it may belong to an account. */
export type Addressed = { msisdn: string; shortcode: string; keyword: string | null };

/**
 * What a cell knows of it: whether an account there has the shortcode or the word, and when one last sent to the
 * number.
 */
export type KnownOfInbound = { place: number; isOwned: boolean; sentAt: Date | null };

/** What this cell knows of messages in, a row for each, by its place from 1. */
export function knownOfInboundStatement(messages: readonly Addressed[]): Sql {
  return prepared(
    "known-of-inbound",
    sql`
    select g.place::int as place, ${INBOUND_OWNER} is not null as "isOwned", greatest(a.sent_at, l.sent_at) as "sentAt"
    from unnest(
      ${messages.map(({ msisdn }) => msisdn)}::text[],
      ${messages.map(({ shortcode }) => shortcode)}::text[],
      ${messages.map(({ keyword }) => keyword)}::text[]
    ) with ordinality as g (msisdn, shortcode, keyword, place)
    left join shortcodes s on s.number = g.shortcode
    left join lateral (
      select account_id from inbound_keywords
      where s.owner_id is null and shortcode_id = s.id and keyword = g.keyword offset 0) k on true
    ${joinLastSent(INBOUND_OWNER)}
    order by g.place`,
  );
}
