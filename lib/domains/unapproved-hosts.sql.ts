import { prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * Reads the domains among the given ones that an account has an approval for: rows of `domain`. It runs for every
 * text with a link.
 */
export function approvedAmongStatement(accountId: number, domains: readonly string[]): Sql {
  return prepared(
    "approved-domains",
    sql`select domain from approved_domains
      where account_id = ${accountId} and domain = any(${domains}::text[])`,
  );
}
