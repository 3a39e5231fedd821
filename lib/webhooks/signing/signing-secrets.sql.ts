import { type Sql, sql } from "@/lib/db/sql";

/** An account's encrypted secrets that sign at an instant, newest first: an array, as part of a statement. */
export function liveSecrets(accountId: Sql, now: Date): Sql {
  return sql`array(select s.encrypted from webhook_secrets s
    where s.account_id = ${accountId} and (s.ends_at is null or s.ends_at > ${now})
    order by s.ends_at desc nulls first, s.id desc)`;
}

/** The same of one account, as `secrets` of one row. */
export function signingSecretsStatement(accountId: number, now: Date): Sql {
  return sql`select ${liveSecrets(sql`${accountId}::int`, now)} as secrets`;
}
