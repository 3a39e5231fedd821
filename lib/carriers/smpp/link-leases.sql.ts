import { type Sql, sql } from "@/lib/db/sql";

/** Who leases links, of which carrier, and until when. */
export type Lessee = { carrierId: number; owner: string; now: Date; until: Date };

/** What is written of a link by whoever owns it. */
export type LinkRow = { number: number; state: string; boundAt: Date | null; lastError: string | null };

/** A row for each link that the lessee owns afterwards: its own ones, and those whose lease has ended. */
export function leaseLinksStatement(
  { carrierId, owner, now, until }: Lessee,
  links: readonly LinkRow[],
): Sql {
  const each = <Value>(of: (link: LinkRow) => Value) => links.map(of);
  return sql`
    insert into carrier_links as l (carrier_id, number, owner, lease, state, bound_at, last_error)
    select ${carrierId}::smallint, g.number, ${owner}::uuid, ${until}::timestamptz, g.state, g.bound_at, g.last_error
    from unnest(
      ${each(({ number }) => number)}::smallint[],
      ${each(({ state }) => state)}::text[],
      ${each(({ boundAt }) => boundAt)}::timestamptz[],
      ${each(({ lastError }) => lastError)}::text[]
    ) as g (number, state, bound_at, last_error)
    order by g.number
    on conflict (carrier_id, number) do update set
      owner = excluded.owner, lease = excluded.lease, state = excluded.state,
      bound_at = excluded.bound_at, last_error = excluded.last_error
    where l.owner = excluded.owner or l.lease <= ${now}::timestamptz
    returning l.number`;
}

/** Ends the lessee's leases: others may open the links at once. */
export function endLinkLeasesStatement(carrierId: number, owner: string, now: Date): Sql {
  return sql`
    update carrier_links set lease = ${now}::timestamptz, state = 'stopped', bound_at = null
    where carrier_id = ${carrierId}::smallint and owner = ${owner}::uuid`;
}
