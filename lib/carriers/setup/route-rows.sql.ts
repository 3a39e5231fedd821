import { type Sql, sql } from "@/lib/db/sql";

/** Locks the routes against replacement by other transactions. Reads continue. */
export function lockRoutesStatement(): Sql {
  return sql`lock table routes in share row exclusive mode`;
}
