import { seal } from "@/lib/accounts/sealed";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newCredential } from "@/lib/ids";

/** How long requests carry a second signature after a roll (spec 6 "Signing": 24 hours). */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000;

/**
 * Gives an account a new signing secret. The one before stays valid for 24 hours: requests carry both signatures.
 * @returns the secret, to be shown once; it is stored sealed. Null when there is no such account.
 */
export async function rollSigningSecret(
  db: Queryable,
  accountId: number,
  authSecret: string,
  now: Date,
): Promise<string | null> {
  const secret = newCredential("whsec", 32);
  const until = new Date(now.getTime() + PREVIOUS_SECRET_MS);
  const rows = await db.query(sql`
    update accounts set webhook_secret = ${seal(secret, authSecret)},
      previous_webhook_secret = webhook_secret,
      previous_secret_until = case when webhook_secret is not null then ${until}::timestamptz end
    where id = ${accountId} returning 1`);
  return rows.length > 0 ? secret : null;
}
