import type { UnreadableNews } from "@/lib/carriers/carrier";
import { type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";

/** What cannot be read, with an id of ours. */
export type NumberedUnreadable = UnreadableNews & { id: string };

/** Stores what cannot be read of a carrier's, and deletes the oldest of each kind, so that `kept` of it are left. */
export function keepUnreadableStatement(
  news: readonly NumberedUnreadable[],
  carrier: string,
  kept: number,
): Sql {
  const kinds = [...new Set(news.map(({ kind }) => kind))];
  const room = kinds.map((kind) => Math.max(kept - news.filter((each) => each.kind === kind).length, 0));
  return sql`
    with oldest as (
      delete from unreadable_reports where id in (
        select o.id from unnest(${kinds}::text[], ${room}::int[]) as k (kind, room)
        cross join lateral (
          select id from unreadable_reports where carrier = ${carrier} and kind = k.kind
          order by id desc offset k.room) o)
    )
    insert into unreadable_reports (id, carrier, kind, msisdn, raw, received_at)
    select g.id, ${carrier}, g.kind, g.msisdn, g.raw, g.received_at from unnest(
      ${news.map(({ id }) => id)}::uuid[],
      ${news.map(({ kind }) => kind)}::text[],
      ${news.map(({ msisdn }) => msisdn)}::text[],
      ${news.map(({ raw }) => storable(raw))}::text[],
      ${news.map(({ receivedAt }) => receivedAt)}::timestamptz[]
    ) as g (id, kind, msisdn, raw, received_at)`;
}
