import { type Sql, sql } from "@/lib/db/sql";

/** Whether there are accounts, and whether the demo account is one of them. */
export type AccountsRow = { hasAccounts: boolean; hasDemo: boolean };

/** @param email of the demo account. */
export function accountsStatement(email: string): Sql {
  return sql`
    select exists (select from accounts) as "hasAccounts",
      exists (select from accounts where email = ${email}) as "hasDemo"`;
}
