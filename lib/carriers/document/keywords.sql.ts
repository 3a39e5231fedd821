import { type Sql, sql } from "@/lib/db/sql";

/** Has whoever else changes keywords wait until the transaction ends; they can be read meanwhile. */
export function lockKeywordsStatement(): Sql {
  return sql`lock table inbound_keywords in share row exclusive mode`;
}
