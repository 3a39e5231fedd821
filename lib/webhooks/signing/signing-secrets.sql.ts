import { type Sql, sql } from "@/lib/db/sql";

/**
 * Returns the part of a statement that reads an account's encrypted secrets that sign at an instant, as an array,
 * newest first.
 */
export function liveSecrets(accountId: Sql, now: Date): Sql {
  return sql`array(select s.encrypted from webhook_secrets s
    where s.account_id = ${accountId} and (s.ends_at is null or s.ends_at > ${now})
    order by s.ends_at desc nulls first, s.id desc)`;
}

/** Reads those secrets of one account, as `secrets` of one row. */
export function signingSecretsStatement(accountId: number, now: Date): Sql {
  return sql`select ${liveSecrets(sql`${accountId}::int`, now)} as secrets`;
}
