import { type Sql, sql } from "@/lib/db/sql";

/** Has whoever else replaces the routes wait until the transaction ends; they can be read meanwhile. */
export function lockRoutesStatement(): Sql {
  return sql`lock table routes in share row exclusive mode`;
}
