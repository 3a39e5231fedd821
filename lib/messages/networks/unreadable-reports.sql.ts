import type { UnreadableNews } from "@/lib/carriers/carrier";
import { type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import { UNKNOWN_STATUS } from "@/lib/sms/text/raw-text";

/** An unreadable delivery, with an id of this service. */
export type NumberedUnreadable = UnreadableNews & { id: string };

/** Stores a carrier's unreadable deliveries. */
export function storeUnreadableStatement(news: readonly NumberedUnreadable[], carrier: string): Sql {
  return sql`
    insert into unreadable_reports (id, carrier, kind, msisdn, raw, received_at)
    select g.id, ${carrier}, g.kind, g.msisdn, g.raw, g.received_at from unnest(
      ${news.map(({ id }) => id)}::uuid[],
      ${news.map(({ kind }) => kind)}::text[],
      ${news.map(({ msisdn }) => msisdn)}::text[],
      ${news.map(({ raw }) => storable(raw))}::text[],
      ${news.map(({ receivedAt }) => receivedAt)}::timestamptz[]
    ) as g (id, kind, msisdn, raw, received_at)`;
}

/** Deletes a carrier's oldest unreadable deliveries, so that `kept` of each kind remain. */
export function dropOldUnreadableStatement(kinds: readonly string[], carrier: string, kept: number): Sql {
  return sql`
    delete from unreadable_reports where id in (
      select o.id from unnest(${[...kinds]}::text[]) as k (kind)
      cross join lateral (
        select id from unreadable_reports where carrier = ${carrier} and kind = k.kind
        order by id desc offset ${kept}) o)`;
}

/** An unknown status word of a carrier, the number of stored reports with it, and the time of the newest. */
export type UnknownWordRow = { network: string; word: string; count: number; at: Date };

/** Returns the statement that reads the unknown status words, the newest first (rules: unknown status words). */
export function unknownWordsStatement(limit: number): Sql {
  const begin = `${UNKNOWN_STATUS} `;
  return sql`
    select u.carrier as network, split_part(substr(u.raw, ${begin.length + 1}::int), ' ', 1) as word, count(*)::int as count,
      max(u.received_at) as at
    from unreadable_reports u where u.kind = 'report' and starts_with(u.raw, ${begin})
    group by 1, 2 order by 4 desc, 1, 2 limit ${limit}::int`;
}
