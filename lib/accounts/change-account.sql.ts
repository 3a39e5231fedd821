import { type Sql, sql } from "@/lib/db/sql";

/** Ends the access tokens of all keys of an account. */
export function endTokensStatement(accountId: number): Sql {
  return sql`
    delete from access_tokens t using api_keys k where k.id = t.api_key_id and k.account_id = ${accountId}`;
}
