import { setTimeout as sleep } from "node:timers/promises";
import { lookUpCaller } from "@/lib/auth/callers/caller-cache";
import type { OnNamed } from "@/lib/auth/callers/named";
import {
  deleteOldTokensStatement,
  insertTokenStatement,
  type KeyRow,
  keyOfClientStatement,
  lockKeyOwnerStatement,
  shareKeyStatement,
} from "@/lib/auth/keys/issue-token.sql";
import { noteKeyUse } from "@/lib/auth/keys/note-key-use";
import { countFailure } from "@/lib/auth/limits/auth-failures";
import type { TokenRequest, TokenResponse } from "@/lib/contracts/gateway/token";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";
import type { Database } from "@/lib/db/client";
import { inChangeTurn } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import { newToken } from "@/lib/ids";

/** The lifetime of an access token, in seconds (rules: access tokens). */
export const TOKEN_LIFETIME_S = 86_400;

/** The most valid tokens of one key. A client that requests a token with every call keeps the newest ones. */
export const MAX_TOKENS = 500;

const DISABLED = "This API key is disabled.";

/** The longest time of attempts to lock a key that is being changed, and the interval between them. */
const MAX_TRIES_MS = 3_000;
const TRY_AGAIN_MS = 20;

/** The SQLSTATE of a lock that was not free. */
const LOCK_NOT_FREE = "55P03";

/**
 * The caller of an exchange, and its callbacks.
 * @property onVerified gets the account before any row is written, and may refuse the exchange.
 */
type Exchange = { address: string; onNamed?: OnNamed; onVerified?: (accountId: number) => void };

/**
 * Exchanges a client id and secret for a bearer token (rules: token errors). Only the token's hash is stored. The
 * newest `MAX_TOKENS` of a key are valid.
 * @throws GatewayError `invalid_client` for a wrong pair, a disabled or expired key; `too_many_requests`;
 * `unavailable` while the key is being changed.
 */
export async function issueToken(
  db: Database,
  request: TokenRequest,
  { address, onNamed, onVerified }: Exchange,
  now: Date,
): Promise<TokenResponse> {
  const key = await keyOf(db, request.client_id, address, now);
  // A secret has 256 random bits: a right one is accepted after any number of wrong ones (rules: wrong secrets).
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
  onVerified?.(key.accountId);
  const token = newToken(db.cell);
  if (!(await store(db, key.id, token, now))) throw new GatewayError("invalid_client", DISABLED);
  noteKeyUse(db, { apiKeyId: key.id, lastUsedAt: key.lastUsedAt }, now);
  return { access_token: token, token_type: "Bearer", expires_in: TOKEN_LIFETIME_S };
}

/** Returns the key with a client ID, or null. */
function keyOf(db: Database, clientId: string, address: string, now: Date): Promise<KeyRow | null> {
  const read = async () => {
    const [row] = await db.query<KeyRow>(keyOfClientStatement(clientId));
    return row ?? null;
  };
  const accountOf = (key: KeyRow) => key.accountId;
  const by = {
    kind: "client",
    address,
    name: clientId,
    entry: `client ${clientId}`,
    now,
    accountOf,
  } as const;
  return lookUpCaller(db, by, read);
}

/**
 * Stores a token in the key's turn (rules: look-ups). While the key is being changed, it tries again, without a
 * connection between two attempts.
 * @returns whether the key may still have one.
 */
async function store(db: Database, apiKeyId: string, token: string, now: Date): Promise<boolean> {
  const giveUpAt = performance.now() + MAX_TRIES_MS;
  for (;;) {
    try {
      return await inChangeTurn(db, `key ${apiKeyId}`, () => storeNow(db, apiKeyId, token, now));
    } catch (error) {
      if ((Object(error) as { code?: unknown }).code !== LOCK_NOT_FREE) throw error;
      if (performance.now() >= giveUpAt) throw changing();
      await sleep(TRY_AGAIN_MS);
    }
  }
}

function changing(): GatewayError {
  return new GatewayError("unavailable", "This API key is being changed. Try again.", { "Retry-After": "1" });
}

/**
 * Stores a token, and deletes the key's oldest ones above `MAX_TOKENS`. It locks key and account. A change that
 * disables one of them therefore comes first, or ends this token too.
 * @returns whether the key may still have one.
 * @throws an error with the code `LOCK_NOT_FREE`.
 */
function storeNow(db: Database, apiKeyId: string, token: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME_S * 1000);
  return db.transaction(async (tx) => {
    const [active] = await tx.query(lockKeyOwnerStatement(apiKeyId));
    const [enabled] = await tx.query(shareKeyStatement(apiKeyId));
    if (!active || !enabled) return false;
    const stored = { hash: hashSecret(token), createdAt: now, expiresAt };
    await tx.query(insertTokenStatement(apiKeyId, stored));
    await tx.query(deleteOldTokensStatement(apiKeyId, MAX_TOKENS));
    return true;
  });
}
