import type { Caller } from "@/lib/auth/callers/caller";
import { cachedFor, lookUpCaller } from "@/lib/auth/callers/caller-cache";
import type { OnNamed } from "@/lib/auth/callers/named";
import { type SecretOwnerRow, secretOwnerStatement } from "@/lib/auth/keys/key-owner.sql";
import { noteKeyUse } from "@/lib/auth/keys/note-key-use";
import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Returns the account of a `username` and a `password` of the legacy endpoint (rules: credentials, legacy send). The
 * username is the account's email address. The password is the account's, or the secret of one of its enabled keys.
 * @throws GatewayError `invalid_credentials`, also if the account has switched the endpoint off; `too_many_requests`
 * after too many wrong passwords.
 */
export async function verifyLegacy(
  db: Database,
  given: { email: string; password: string; address: string; onNamed?: OnNamed },
  now: Date,
): Promise<Caller> {
  const caller = (await keyOwner(db, given, now)) ?? (await verifyPassword(db, given, now));
  const { accountId } = caller;
  const account = await cachedFor(db, `legacy ${accountId}`, now, () =>
    db.prisma.account.findUniqueOrThrow({ where: { id: accountId }, select: { legacySendEnabled: true } }),
  );
  if (account.legacySendEnabled) return caller;
  throw new GatewayError("invalid_credentials", "This account has switched the legacy endpoint off.");
}

/** Returns the account of a key's secret; null for other texts, such as most passwords. */
async function keyOwner(
  db: Database,
  given: { email: string; password: string; address: string; onNamed?: OnNamed },
  now: Date,
): Promise<Caller | null> {
  const { password, address, onNamed } = given;
  const email = given.email.trim().toLowerCase();
  if (!password.startsWith("csk_") || email.includes("\0")) return null;
  const hash = hashSecret(password);
  const read = async () => {
    const [row] = await db.query<SecretOwnerRow>(secretOwnerStatement(email, hash, now));
    if (row) noteKeyUse(db, row, now);
    return row ?? null;
  };
  const entry = `secret ${hash.toString("base64")} ${email}`;
  const accountOf = (row: SecretOwnerRow) => row.accountId;
  const found = await lookUpCaller(
    db,
    { kind: "password", address, name: email, entry, now, accountOf },
    read,
  );
  if (!found || (found.expiresAt !== null && found.expiresAt <= now)) return null;
  const { apiKeyId, lastUsedAt: _used, expiresAt: _end, ...owner } = found;
  onNamed?.({ accountId: owner.accountId, apiKeyId, credential: "secret", isProven: true });
  return owner;
}
