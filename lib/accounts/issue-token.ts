import { countFailure } from "@/lib/accounts/auth-failures";
import { hashSecret, matchesSecret } from "@/lib/accounts/secrets";
import type { TokenRequest, TokenResponse } from "@/lib/contracts/token";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { newToken } from "@/lib/ids";

/** Lifetime of an access token, in seconds (spec 8). */
export const TOKEN_LIFETIME_S = 86_400;

/**
 * Exchanges a client id and secret for a bearer token (spec 4.1). Only the token's hash is stored.
 * @throws GatewayError `invalid_client` for a wrong pair, a disabled or expired key; `too_many_requests`.
 */
export async function issueToken(
  db: Database,
  request: TokenRequest,
  address: string,
  now: Date,
): Promise<TokenResponse> {
  const key = await db.prisma.apiKey.findUnique({
    where: { clientId: request.client_id },
    select: {
      id: true,
      secretHash: true,
      expiresAt: true,
      disabledAt: true,
      account: { select: { status: true } },
    },
  });
  // A secret has 256 random bits: a right one is let in however many wrong ones came before it.
  const matches = matchesSecret(request.client_secret, key?.secretHash ?? hashSecret(""));
  if (!key || !matches) {
    await countFailure(db, { kind: "client", name: request.client_id, address }, now);
    throw new GatewayError("invalid_client", "The client_id or client_secret is wrong.");
  }
  if (key.disabledAt !== null || key.account.status !== "active") {
    throw new GatewayError("invalid_client", "This API key is disabled.");
  }
  if (key.expiresAt !== null && key.expiresAt <= now) {
    throw new GatewayError("invalid_client", "This API key has expired.");
  }
  const token = newToken();
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME_S * 1000);
  await db.query(sql`
    with used as (update api_keys set last_used_at = ${now} where id = ${key.id} returning id)
    insert into access_tokens (token_hash, api_key_id, created_at, expires_at)
    select ${hashSecret(token)}, id, ${now}, ${expiresAt} from used`);
  return { access_token: token, token_type: "Bearer", expires_in: TOKEN_LIFETIME_S };
}
