import { type Sql, sql } from "@/lib/db/sql";

/** The name and kind of a network. */
export type NamedCarrierRow = { name: string; kind: string };

/** Returns the enabled networks of some kinds, as `NamedCarrierRow`. */
export function enabledOfKindsStatement(kinds: readonly string[], limit: number): Sql {
  return sql`
    select name, kind from carriers where enabled and kind = any(${kinds}::text[]) order by id limit ${limit}`;
}
