import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { encrypt } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
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
  const account = await tx.query(lockAccountStatement(accountId));
  if (account.length === 0) return null;
  const secrets = tx.prisma.webhookSecret;
  await secrets.deleteMany({ where: { accountId, endsAt: { lte: now } } });
  const live = await secrets.aggregate({ where: { accountId }, _count: true, _min: { endsAt: true } });
  if (live._min.endsAt && live._count >= MAX_SECRETS) {
    const from = formatNz(new Date(Math.ceil(live._min.endsAt.getTime() / SECOND_MS) * SECOND_MS));
    throw new GatewayError(
      "conflict",
      `Three signing secrets are valid. You can create a new one from ${from} NZ time.`,
    );
  }
  await secrets.updateMany({
    where: { accountId, endsAt: null },
    data: { endsAt: new Date(now.getTime() + OLDER_SECRET_MS) },
  });
  const secret = newCredential("whsec", 32);
  const encrypted = new Uint8Array(encrypt(secret, authSecret));
  await secrets.createMany({ data: [{ id: newId(), accountId, encrypted }] });
  return secret;
}
