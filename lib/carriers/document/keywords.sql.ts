import { type Sql, sql } from "@/lib/db/sql";

/** Locks the keywords against changes by other transactions. Reads continue. */
export function lockKeywordsStatement(): Sql {
  return sql`lock table inbound_keywords in share row exclusive mode`;
}
