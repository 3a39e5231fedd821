import type { Load, RateLimit } from "@/lib/carriers/load/load";
import { type Sql, sql } from "@/lib/db/sql";

/** The process that reports its load for a carrier, and the end of the report's validity. */
export type LoadTelling = { carrierId: number; owner: string; now: Date; until: Date };

/** Stores the load of a process. Inserts nothing for a deleted carrier. */
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

/** Deletes expired load rows of other processes for a carrier. */
export function forgetSilentStatement({ carrierId, owner, now }: LoadTelling): Sql {
  return sql`
    delete from carrier_loads where carrier_id = ${carrierId}::smallint and owner <> ${owner}::uuid
      and until <= ${now}::timestamptz`;
}

/** Deletes the load row of a process for a carrier. */
export function forgetLoadStatement(carrierId: number, owner: string): Sql {
  return sql`delete from carrier_loads where carrier_id = ${carrierId}::smallint and owner = ${owner}::uuid`;
}
