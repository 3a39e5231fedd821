import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Which of some domains an account has an approval for: rows of `domain`. Every text with a link asks. */
export function approvedAmongStatement(accountId: number, domains: readonly string[]): Sql {
  return prepared(
    "approved-domains",
    sql`select domain from approved_domains
      where account_id = ${accountId} and domain = any(${domains}::text[])`,
  );
}
