import { decrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";

/** An account's encrypted secrets that sign at an instant, newest first: an array, as part of a statement. */
export function liveSecrets(accountId: Sql, now: Date): Sql {
  return sql`array(select s.encrypted from webhook_secrets s
    where s.account_id = ${accountId} and (s.ends_at is null or s.ends_at > ${now})
    order by s.ends_at desc nulls first, s.id desc)`;
}

/**
 * The secrets that requests to an account are signed with at an instant, newest first; after rolls there are up to
 * three, without a secret none (rules: signing secrets).
 * @throws Error for secrets that were encrypted under another `AUTH_SECRET`.
 */
export async function readSigningSecrets(
  db: Database,
  accountId: number,
  authSecret: string,
  now: Date,
): Promise<string[]> {
  const [row] = await db.query<{ encrypted: Buffer[] }>(
    sql`select ${liveSecrets(sql`${accountId}::int`, now)} as encrypted`,
  );
  return (row?.encrypted ?? []).map((encrypted) => decrypt(encrypted, authSecret));
}
