import type { Caller } from "@/lib/auth/callers/caller";
import { lookUpCaller } from "@/lib/auth/callers/caller-cache";
import type { OnNamed } from "@/lib/auth/callers/named";
import { type TokenOwnerRow, tokenOwnerStatement } from "@/lib/auth/keys/key-owner.sql";
import { noteKeyUse } from "@/lib/auth/keys/note-key-use";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

type TokenOwner = { owner: Caller; apiKeyId: string; expiresAt: Date };

/**
 * Returns the account of a bearer token (rules: access tokens, revocation). Disabling, expiry and deletion of a key
 * end its tokens: at once in the process of the change, and within five seconds in others.
 * @throws GatewayError `invalid_credentials`; `too_many_requests` after too many unknown tokens of the address.
 */
export async function findTokenOwner(
  db: Database,
  token: string,
  { address, onNamed }: { address: string; onNamed?: OnNamed },
  now: Date,
): Promise<Caller> {
  const hash = hashSecret(token);
  const entry = `token ${hash.toString("base64")}`;
  const accountOf = (found: TokenOwner) => found.owner.accountId;
  const by = { kind: "token", address, entry, now, accountOf } as const;
  const found = await lookUpCaller(db, by, () => read(db, hash, now));
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

async function read(db: Database, tokenHash: Buffer, now: Date): Promise<TokenOwner | null> {
  const [found] = await db.query<TokenOwnerRow>(tokenOwnerStatement(tokenHash));
  if (!found) return null;
  const { apiKeyId, lastUsedAt, expiresAt, ...owner } = found;
  if (expiresAt > now) noteKeyUse(db, { apiKeyId, lastUsedAt }, now);
  return { owner, apiKeyId, expiresAt };
}
