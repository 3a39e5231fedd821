import type { Load, RateLimit } from "@/lib/carriers/load/load";
import { type Sql, sql } from "@/lib/db/sql";

/** Which process says how busy it is with which carrier, and until when its word counts. */
export type LoadTelling = { carrierId: number; owner: string; now: Date; until: Date };

/** Writes how busy a process is. A carrier that is gone has none. */
export function tellLoadStatement(telling: LoadTelling, load: Load & RateLimit): Sql {
  const { carrierId, owner, until } = telling;
  return sql`
    insert into carrier_loads (carrier_id, owner, until, per_second, in_use, window_size, tps, allowed_tps)
    select c.id, ${owner}::uuid, ${until}::timestamptz, ${load.perSecond}::float8, ${load.inUse}::int,
      ${load.window}::int, ${load.tps}::int, ${load.allowed}::int
    from carriers c where c.id = ${carrierId}::smallint
    on conflict (carrier_id, owner) do update set until = excluded.until, per_second = excluded.per_second,
      in_use = excluded.in_use, window_size = excluded.window_size, tps = excluded.tps, allowed_tps = excluded.allowed_tps`;
}

/** Forgets processes that say no more how busy they are with the carrier. */
export function forgetSilentStatement({ carrierId, owner, now }: LoadTelling): Sql {
  return sql`
    delete from carrier_loads where carrier_id = ${carrierId}::smallint and owner <> ${owner}::uuid
      and until <= ${now}::timestamptz`;
}

/** Forgets how busy a process was with a carrier. */
export function forgetLoadStatement(carrierId: number, owner: string): Sql {
  return sql`delete from carrier_loads where carrier_id = ${carrierId}::smallint and owner = ${owner}::uuid`;
}
