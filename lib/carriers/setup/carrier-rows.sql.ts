import { type Sql, sql } from "@/lib/db/sql";

/** Locks a carrier's row until the transaction ends, so that a change of its settings is atomic. */
export function lockCarrierStatement(name: string): Sql {
  return sql`select id from carriers where name = ${name} for update`;
}

/** Locks all carriers until the transaction ends. Reads continue. */
export function lockAllCarriersStatement(): Sql {
  return sql`select id from carriers order by id for update`;
}
