import { type Sql, sql } from "@/lib/db/sql";

/** The presence of accounts, and of the demo account. */
export type AccountsRow = { hasAccounts: boolean; hasDemo: boolean };

/**
 * Reads one `AccountsRow`.
 * @param email of the demo account.
 */
export function accountsStatement(email: string): Sql {
  return sql`
    select exists (select from accounts) as "hasAccounts",
      exists (select from accounts where email = ${email}) as "hasDemo"`;
}
