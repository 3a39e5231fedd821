import { type Sql, sql } from "@/lib/db/sql";

/** Locks an account until the transaction ends, against every change of it. Gives a row where there is the account. */
export function lockAccountStatement(accountId: number): Sql {
  return sql`select 1 from accounts where id = ${accountId} for no key update`;
}
