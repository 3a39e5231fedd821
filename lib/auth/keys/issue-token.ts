import type { OnNamed } from "@/lib/auth/callers/named";
import {
  deleteOldTokensStatement,
  insertTokenStatement,
  type KeyRow,
  keyOfClientStatement,
  lockKeyOwnerStatement,
  useKeyStatement,
} from "@/lib/auth/keys/issue-token.sql";
import { countFailure } from "@/lib/auth/limits/auth-failures";
import type { TokenRequest, TokenResponse } from "@/lib/contracts/gateway/token";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newToken } from "@/lib/ids";

/** Lifetime of an access token, in seconds (rules: access tokens). */
export const TOKEN_LIFETIME_S = 86_400;

/** Most tokens of one key that live at a time: a client that asks for one with every call keeps its newest. */
export const MAX_TOKENS = 500;

const DISABLED = "This API key is disabled.";

/**
 * Exchanges a client id and secret for a bearer token (rules: access tokens, token errors). Only the token's hash is
 * stored. The newest `MAX_TOKENS` of a key live.
 * @throws GatewayError `invalid_client` for a wrong pair, a disabled or expired key; `too_many_requests`.
 */
export async function issueToken(
  db: Database,
  request: TokenRequest,
  { address, onNamed }: { address: string; onNamed?: OnNamed },
  now: Date,
): Promise<TokenResponse> {
  const [key] = await db.query<KeyRow>(keyOfClientStatement(request.client_id));
  // A secret has 256 random bits: a right one is let in however many wrong ones came before it (rules: wrong secrets).
  const matches = matchesSecret(request.client_secret, key?.secretHash ?? hashSecret(""));
  if (key) {
    const { id: apiKeyId, accountId } = key;
    onNamed?.({ accountId, apiKeyId, credential: "client", isProven: matches });
  }
  if (!key || !matches) {
    await countFailure(db, { kind: "client", name: request.client_id, address }, now);
    throw new GatewayError("invalid_client", "The client_id or client_secret is wrong.");
  }
  if (key.disabledAt !== null || key.status !== "active") {
    throw new GatewayError("invalid_client", DISABLED);
  }
  if (key.expiresAt !== null && key.expiresAt <= now) {
    throw new GatewayError("invalid_client", "This API key has expired.");
  }
  const token = newToken(db.cell);
  if (!(await store(db, key.id, token, now))) throw new GatewayError("invalid_client", DISABLED);
  return { access_token: token, token_type: "Bearer", expires_in: TOKEN_LIFETIME_S };
}

/**
 * Stores a token, and deletes the oldest of its key that are beyond `MAX_TOKENS`. Key and account are locked meanwhile:
 * whoever disables one of them comes before, or ends this token too.
 * @returns whether the key could still have one.
 */
function store(db: Database, apiKeyId: string, token: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME_S * 1000);
  return db.transaction(async (tx) => {
    const [active] = await tx.query(lockKeyOwnerStatement(apiKeyId));
    const [used] = await tx.query(useKeyStatement(apiKeyId, now));
    if (!active || !used) return false;
    const stored = { hash: hashSecret(token), createdAt: now, expiresAt };
    await tx.query(insertTokenStatement(apiKeyId, stored));
    await tx.query(deleteOldTokensStatement(apiKeyId, MAX_TOKENS));
    return true;
  });
}
