import { type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";

/** An event of a network, with an id of ours. */
export type NumberedEvent = {
  id: string;
  carrier: string;
  kind: string;
  link: number | null;
  reason: string | null;
  happenedAt: Date;
};

/** Stores events, and deletes the oldest of each network, so that `kept` of it are left. There are fewer events than that. */
export function keepEventsStatement(events: readonly NumberedEvent[], kept: number): Sql {
  const carriers = [...new Set(events.map(({ carrier }) => carrier))];
  const room = carriers.map((name) => kept - events.filter(({ carrier }) => carrier === name).length);
  return sql`
    with oldest as (
      delete from carrier_events where id in (
        select o.id from unnest(${carriers}::text[], ${room}::int[]) as c (carrier, room)
        cross join lateral (
          select id from carrier_events where carrier = c.carrier order by id desc offset greatest(c.room, 0)) o)
    )
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
