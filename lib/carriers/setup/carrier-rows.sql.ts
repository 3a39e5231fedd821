import { type Sql, sql } from "@/lib/db/sql";

/** Locks a carrier's row until the transaction ends: its settings are read, changed and written as one. */
export function lockCarrierStatement(name: string): Sql {
  return sql`select id from carriers where name = ${name} for update`;
}

/** Locks all carriers until the transaction ends; they can be read meanwhile. */
export function lockAllCarriersStatement(): Sql {
  return sql`select id from carriers order by id for update`;
}
