import { unseal } from "@/lib/accounts/sealed";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * The secrets that requests to an account are signed with at an instant, newest first; after a roll there are two,
 * without a secret none (spec 6 "Signing").
 * @throws Error for secrets that were sealed under another `AUTH_SECRET`.
 */
export async function readSigningSecrets(
  db: Database,
  accountId: number,
  authSecret: string,
  now: Date,
): Promise<string[]> {
  const [row] = await db.query<{ secret: Buffer | null; previous: Buffer | null }>(sql`
    select webhook_secret as secret,
      case when previous_secret_until > ${now} then previous_webhook_secret end as previous
    from accounts where id = ${accountId}`);
  return [row?.secret, row?.previous].flatMap((sealed) => (sealed ? [unseal(sealed, authSecret)] : []));
}
