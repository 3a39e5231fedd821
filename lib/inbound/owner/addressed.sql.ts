import { prepared, type Sql, sql } from "@/lib/db/sql";
import { joinLastSent, SHORTCODE_OWNER } from "@/lib/inbound/owner/last-sent.sql";

/** A possible sender of a message in, and the first word of the message, by which it may belong to an account. */
export type Candidate = { place: number; msisdn: string; sender: string; keyword: string | null };

/**
 * The candidate with the first word as a keyword, otherwise the one that last sent to the number, and the time of
 * that.
 */
export type LastSenderRow = { place: number; sender: string; hasKeyword: boolean; at: Date | null };

/** Reads a row for each message of which a candidate has the keyword, or has sent to the number. */
export function lastSendersStatement(candidates: readonly Candidate[]): Sql {
  return prepared(
    "inbound-last-senders",
    sql`
    select distinct on (g.place) g.place, g.shortcode as sender, k.account_id is not null as "hasKeyword",
      greatest(a.sent_at, l.sent_at) as at
    from unnest(
      ${candidates.map(({ place }) => place)}::int[],
      ${candidates.map(({ msisdn }) => msisdn)}::text[],
      ${candidates.map(({ sender }) => sender)}::text[],
      ${candidates.map(({ keyword }) => keyword)}::text[]
    ) as g (place, msisdn, shortcode, keyword)
    cross join lateral (select * from shortcodes where number = g.shortcode offset 0) s
    left join lateral (
      select account_id from inbound_keywords
      where s.owner_id is null and shortcode_id = s.id and keyword = g.keyword offset 0) k on true
    ${joinLastSent(SHORTCODE_OWNER)}
    where k.account_id is not null or greatest(a.sent_at, l.sent_at) is not null
    order by g.place, "hasKeyword" desc, at desc nulls last`,
  );
}
