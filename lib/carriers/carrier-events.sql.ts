import { type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";

/** An event of a network, with the gateway's id. */
export type NumberedEvent = {
  id: string;
  carrier: string;
  kind: string;
  link: number | null;
  reason: string | null;
  happenedAt: Date;
};

export function storeEventsStatement(events: readonly NumberedEvent[]): Sql {
  return sql`
    insert into carrier_events (id, carrier, kind, link, reason, happened_at)
    select * from unnest(
      ${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ carrier }) => carrier)}::text[],
      ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ link }) => link)}::smallint[],
      ${events.map(({ reason }) => (reason === null ? null : storable(reason)))}::text[],
      ${events.map(({ happenedAt }) => happenedAt)}::timestamptz[]
    )`;
}

/** Deletes the oldest events of networks, except the newest `kept` of each network. */
export function dropOldEventsStatement(carriers: readonly string[], kept: number): Sql {
  return sql`
    delete from carrier_events where id in (
      select o.id from unnest(${[...carriers]}::text[]) as c (carrier)
      cross join lateral (
        select id from carrier_events where carrier = c.carrier order by id desc offset ${kept}) o)`;
}
