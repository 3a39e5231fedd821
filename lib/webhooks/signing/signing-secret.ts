import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import { encrypt } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newCredential, newId } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";

/** The time for which a rolled secret still signs (rules: signing secrets). */
export const OLDER_SECRET_MS = 24 * 3_600_000;

/** The most secrets that sign at a time, including the newest (rules: signing secrets). */
export const MAX_SECRETS = 3;

const SECOND_MS = 1_000;

/**
 * Creates a new signing secret for an account. The previous one still signs for 24 hours, like others that were
 * rolled within 24 hours.
 * @param tx a transaction: the second of two concurrent rolls sees the result of the first.
 * @returns the secret, to be shown once. It is stored encrypted. Null if the account does not exist.
 * @throws GatewayError `conflict` if three secrets sign already, with the time at which one of them ends.
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
