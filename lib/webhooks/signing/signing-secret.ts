import { encrypt } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { newCredential, newId } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";

/** How long a secret goes on signing after it was rolled (rules: signing secrets). */
export const OLDER_SECRET_MS = 24 * 3_600_000;

/** Most secrets that sign at a time, the newest included (rules: signing secrets). */
export const MAX_SECRETS = 3;

const SECOND_MS = 1_000;

/**
 * Gives an account a new signing secret. The one before goes on signing for 24 hours, as do those rolled within them.
 * @param tx a transaction: of two who roll at once the second sees what the first has done.
 * @returns the secret, to be shown once; it is stored encrypted. Null when there is no such account.
 * @throws GatewayError `conflict` when three secrets sign already, with when one of them ends.
 */
export async function rollSigningSecret(
  tx: Queryable,
  accountId: number,
  authSecret: string,
  now: Date,
): Promise<string | null> {
  const account = await tx.query(sql`select 1 from accounts where id = ${accountId} for no key update`);
  if (account.length === 0) return null;
  await tx.query(sql`delete from webhook_secrets where account_id = ${accountId} and ends_at <= ${now}`);
  const [live] = await tx.query<{ secrets: number; endsAt: Date | null }>(sql`
    select count(*)::int as secrets, min(ends_at) as "endsAt" from webhook_secrets where account_id = ${accountId}`);
  if (live?.endsAt && live.secrets >= MAX_SECRETS) {
    const from = formatNz(new Date(Math.ceil(live.endsAt.getTime() / SECOND_MS) * SECOND_MS));
    throw new GatewayError(
      "conflict",
      `Three signing secrets are valid at present. A new one can be made from ${from} on, New Zealand time.`,
    );
  }
  await tx.query(sql`
    update webhook_secrets set ends_at = ${new Date(now.getTime() + OLDER_SECRET_MS)}
    where account_id = ${accountId} and ends_at is null`);
  const secret = newCredential("whsec", 32);
  await tx.query(sql`
    insert into webhook_secrets (id, account_id, encrypted)
    values (${newId()}::uuid, ${accountId}, ${encrypt(secret, authSecret)})`);
  return secret;
}
