import type { Caller } from "@/lib/auth/callers/caller";
import { cachedFor } from "@/lib/auth/callers/caller-cache";
import type { OnNamed } from "@/lib/auth/callers/named";
import { type TokenOwnerRow, tokenOwnerStatement } from "@/lib/auth/keys/key-owner.sql";
import { noteKeyUse } from "@/lib/auth/keys/note-key-use";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * The account that a bearer token speaks for (rules: access tokens, revocation). A key that is disabled,
 * expired or deleted ends its tokens. In the process where that is done they end at once, in any other within
 * five seconds.
 * @throws GatewayError `invalid_credentials`.
 */
export async function findTokenOwner(
  db: Database,
  token: string,
  now: Date,
  onNamed?: OnNamed,
): Promise<Caller> {
  const hash = hashSecret(token);
  const found = await cachedFor(db, `token ${hash.toString("base64")}`, now, () => read(db, hash, now));
  if (found) {
    const { apiKeyId, expiresAt, owner } = found;
    const isProven = expiresAt > now;
    onNamed?.({ accountId: owner.accountId, apiKeyId, credential: "token", isProven });
    if (isProven) return owner;
  }
  throw new GatewayError("invalid_credentials", "The access token is not valid or has expired.", {
    "WWW-Authenticate": 'Bearer error="invalid_token"',
  });
}

async function read(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<{ owner: Caller; apiKeyId: string; expiresAt: Date } | null> {
  const [found] = await db.query<TokenOwnerRow>(tokenOwnerStatement(tokenHash));
  if (!found) return null;
  const { apiKeyId, lastUsedAt, expiresAt, ...owner } = found;
  if (expiresAt > now) noteKeyUse(db, { apiKeyId, lastUsedAt }, now);
  return { owner, apiKeyId, expiresAt };
}
