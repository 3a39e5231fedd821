import type { UnreadableReport } from "@/lib/carriers/carrier";
import { type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";

/** An unreadable report with an id of ours. */
export type NumberedUnreadable = UnreadableReport & { id: string };

/** Stores unreadable reports of a carrier, and deletes the carrier's oldest, so that `kept` are left. */
export function keepUnreadableStatement(
  reports: readonly NumberedUnreadable[],
  carrier: string,
  kept: number,
): Sql {
  return sql`
    with oldest as (
      delete from unreadable_reports where id in (
        select id from unreadable_reports where carrier = ${carrier} order by id desc offset ${Math.max(kept - reports.length, 0)})
    )
    insert into unreadable_reports (id, carrier, msisdn, raw, received_at)
    select g.id, ${carrier}, g.msisdn, g.raw, g.received_at from unnest(
      ${reports.map(({ id }) => id)}::uuid[],
      ${reports.map(({ msisdn }) => msisdn)}::text[],
      ${reports.map(({ raw }) => storable(raw))}::text[],
      ${reports.map(({ receivedAt }) => receivedAt)}::timestamptz[]
    ) as g (id, msisdn, raw, received_at)`;
}
