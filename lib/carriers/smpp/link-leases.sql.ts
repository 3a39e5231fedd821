import type { Load, RateLimit } from "@/lib/carriers/load/load";
import { type Sql, sql } from "@/lib/db/sql";

/** The process that leases links of a carrier, and the end of the leases. */
export type Lessee = { carrierId: number; owner: string; now: Date; until: Date };

/** The columns that a link's owner writes. `load` is null if no messages can be submitted over the link. */
export type LinkRow = {
  number: number;
  state: string;
  boundAt: Date | null;
  lastError: string | null;
  load: Load | null;
  limits: RateLimit;
};

/**
 * A link that the lessee owns. `wasHeld` is true if another process had links of the carrier until `lately`,
 * or later.
 */
export type LeasedLink = { number: number; wasHeld: boolean };

/**
 * Leases free links, and renews the lessee's leases: returns a `LeasedLink` for each link that it owns
 * afterwards. Returns none for a removed carrier.
 */
export function leaseLinksStatement(
  { carrierId, owner, now, until }: Lessee,
  links: readonly LinkRow[],
  lately: Date,
): Sql {
  const each = <Value>(of: (link: LinkRow) => Value) => links.map(of);
  return sql`
    with others as (
      select 1 from carrier_links where carrier_id = ${carrierId}::smallint and owner <> ${owner}::uuid
        and lease > ${lately}::timestamptz
    )
    insert into carrier_links as l (carrier_id, number, owner, lease, state, bound_at, last_error,
      per_second, in_use, window_size, tps, allowed_tps)
    select ${carrierId}::smallint, g.number, ${owner}::uuid, ${until}::timestamptz, g.state, g.bound_at, g.last_error,
      g.per_second, g.in_use, g.window_size, g.tps, g.allowed_tps
    from unnest(
      ${each(({ number }) => number)}::smallint[],
      ${each(({ state }) => state)}::text[],
      ${each(({ boundAt }) => boundAt)}::timestamptz[],
      ${each(({ lastError }) => lastError)}::text[],
      ${each(({ load }) => load?.perSecond ?? null)}::float8[],
      ${each(({ load }) => load?.inUse ?? null)}::int[],
      ${each(({ load }) => load?.window ?? null)}::int[],
      ${each(({ load, limits }) => load && limits.tps)}::int[],
      ${each(({ load, limits }) => load && limits.allowed)}::int[]
    ) as g (number, state, bound_at, last_error, per_second, in_use, window_size, tps, allowed_tps)
    where exists (select from carriers where id = ${carrierId}::smallint) order by g.number
    on conflict (carrier_id, number) do update set
      owner = excluded.owner, lease = excluded.lease, state = excluded.state,
      bound_at = excluded.bound_at, last_error = excluded.last_error, per_second = excluded.per_second,
      in_use = excluded.in_use, window_size = excluded.window_size, tps = excluded.tps,
      allowed_tps = excluded.allowed_tps
    where l.owner = excluded.owner or l.lease <= ${now}::timestamptz
    returning l.number, exists (select 1 from others) as "wasHeld"`;
}

/** Ends the lessee's leases, so that others may open the links at once. */
export function endLinkLeasesStatement(carrierId: number, owner: string, now: Date): Sql {
  return sql`
    update carrier_links set lease = ${now}::timestamptz, state = 'stopped', bound_at = null
    where carrier_id = ${carrierId}::smallint and owner = ${owner}::uuid`;
}
