import type { InboundOrigin } from "@/lib/carriers/inbound";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A message and the reference that it arrived under. */
export type SeenMessage = InboundOrigin & { reference: string };

/**
 * Stores messages, each hash once, and returns the reference of each. A message gets its earlier reference under two
 * conditions. It was seen after `since` by another owner of links. That owner no longer holds any of the carrier's
 * links, here or in another cell. Rows are written in the order of their hashes, so that concurrent statements never
 * deadlock.
 */
export function rememberMessagesStatement(
  carrier: string,
  messages: readonly SeenMessage[],
  { since, now, heldElsewhere }: { since: Date; now: Date; heldElsewhere: readonly string[] },
): Sql {
  const each = <Value>(of: (message: SeenMessage) => Value) => messages.map(of);
  return prepared(
    "inbound-remember",
    sql`
    insert into inbound_seen as s (carrier, hash, reference, owner, seen_at)
    select ${carrier}, g.hash, g.reference, g.owner, ${now}::timestamptz
    from (
      select * from unnest(
        ${each(({ hash }) => `\\x${hash.toString("hex")}`)}::bytea[],
        ${each(({ reference }) => reference)}::text[],
        ${each(({ owner }) => owner)}::uuid[]
      ) as u (hash, reference, owner) order by hash) g
    on conflict (carrier, hash) do update set
      reference = case when s.owner <> excluded.owner and s.seen_at > ${since}::timestamptz
          and s.owner <> all (${[...heldElsewhere]}::uuid[]) and not exists (
          select 1 from carrier_links l
          where l.carrier_id = (select id from carriers where name = s.carrier) and l.owner = s.owner
            and l.lease > ${now}::timestamptz)
        then s.reference else excluded.reference end,
      owner = excluded.owner, seen_at = excluded.seen_at
    returning encode(s.hash, 'hex') as hash, s.reference`,
  );
}
