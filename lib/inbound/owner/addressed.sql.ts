import { prepared, type Sql, sql } from "@/lib/db/sql";
import { joinLastSent, SHORTCODE_OWNER } from "@/lib/inbound/owner/last-sent.sql";

/** A sender that a message in may be to. */
export type Candidate = { place: number; msisdn: string; sender: string };

/** Which of its candidates last sent to the number that wrote, and when. */
export type LastSenderRow = { place: number; sender: string; at: Date };

/** A row for each place of which a candidate has sent to the number. */
export function lastSendersStatement(candidates: readonly Candidate[]): Sql {
  return prepared(
    "inbound-last-senders",
    sql`
    select distinct on (g.place) g.place, g.shortcode as sender, greatest(a.sent_at, l.sent_at) as at
    from unnest(
      ${candidates.map(({ place }) => place)}::int[],
      ${candidates.map(({ msisdn }) => msisdn)}::text[],
      ${candidates.map(({ sender }) => sender)}::text[]
    ) as g (place, msisdn, shortcode)
    cross join lateral (select * from shortcodes where number = g.shortcode offset 0) s
    ${joinLastSent(SHORTCODE_OWNER)}
    where greatest(a.sent_at, l.sent_at) is not null
    order by g.place, greatest(a.sent_at, l.sent_at) desc`,
  );
}
