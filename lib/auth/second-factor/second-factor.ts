import { randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import { removeKnownAddresses } from "@/lib/auth/limits/known-addresses";
import { type FactorRow, lockFactorStatement } from "@/lib/auth/second-factor/second-factor.sql";
import { stepOf, totpOf } from "@/lib/auth/second-factor/totp";
import { encrypt, tryDecrypt } from "@/lib/crypto/encryption";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

const RECOVERY_CODES = 10;

/** A second factor that is not on yet, shown once: a text, and an address for an app to scan. */
export type NewFactor = { secret: string; uri: string };

/** Creates a secret for an app, which counts after `confirmFactor`. The current factor stays until then. */
export async function beginFactor(
  db: Queryable,
  account: { accountId: number; email: string },
  authSecret: string,
): Promise<NewFactor> {
  const secret = new Secret({ size: 20 }).base32;
  const { count } = await db.prisma.account.updateMany({
    where: { id: account.accountId, totpEnabledAt: null },
    data: { totpSecret: encrypt(secret, authSecret), totpLastStep: null },
  });
  if (count === 0) throw new GatewayError("conflict", "Two-factor authentication is already on.");
  return { secret, uri: totpOf(secret, account.email).toString() };
}

/**
 * Turns the second factor on if a code of it is right, and creates the recovery codes, which are shown once.
 * @param tx a transaction: it locks the account.
 * @throws GatewayError `invalid_parameter` for a wrong code, `conflict` without a factor to confirm.
 */
export async function confirmFactor(
  tx: Queryable,
  { accountId }: { accountId: number },
  { code, authSecret }: { code: string; authSecret: string },
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const [row] = await tx.query<FactorRow>(lockFactorStatement(accountId));
  if (!row?.totpSecret || row.on)
    throw new GatewayError("conflict", "Start turning on two-factor authentication first.");
  const step = stepOf(tryDecrypt(row.totpSecret, authSecret), code, now);
  if (step === null)
    throw new GatewayError("invalid_parameter", "This code is wrong. Check your app and try again.");
  await tx.prisma.account.updateMany({
    where: { id: accountId },
    data: { totpEnabledAt: now, totpLastStep: step },
  });
  await tx.prisma.recoveryCode.deleteMany({ where: { accountId } });
  await tx.prisma.recoveryCode.createMany({
    data: codes.map((made) => ({ accountId, codeHash: hashSecret(made) })),
  });
  return codes;
}

/**
 * Turns the second factor off, and deletes its recovery codes and the known addresses of the account.
 * @param tx a transaction.
 * @param address the owner's address, who has proved the password; null for another person.
 */
export async function removeFactor(tx: Queryable, accountId: number, address: string | null): Promise<void> {
  await tx.prisma.account.updateMany({
    where: { id: accountId },
    data: { totpSecret: null, totpEnabledAt: null, totpLastStep: null },
  });
  await tx.prisma.recoveryCode.deleteMany({ where: { accountId } });
  await removeKnownAddresses(tx, accountId, address === null ? null : { address, proofs: ["password"] });
}

/** Returns 80 random bits in letters and digits that are hard to confuse. */
function newRecoveryCode(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  return [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join("");
}
