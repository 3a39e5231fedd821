import type { InboundOrigin } from "@/lib/carriers/inbound";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A message and the reference that it came under. */
export type Seen = InboundOrigin & { reference: string };

/**
 * Remembers messages, each hash once, and gives the reference of each: the one that it had before where it was seen after `since`
 * by an owner of links who holds none of the carrier's any more, here or in another cell. Rows are written in the order of their hashes, so
 * that two statements at once never dead-lock.
 */
export function rememberMessagesStatement(
  carrier: string,
  messages: readonly Seen[],
  { since, now, heldElsewhere }: { since: Date; now: Date; heldElsewhere: readonly string[] },
): Sql {
  const each = <Value>(of: (message: Seen) => Value) => messages.map(of);
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
