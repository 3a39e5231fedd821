import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A caller with its key. */
export type KeyOwnerRow = Caller & { apiKeyId: string; lastUsedAt: Date | null };

/** A caller by its token. `expiresAt` is the earlier expiry of token and key. */
export type TokenOwnerRow = KeyOwnerRow & { expiresAt: Date };

/** A caller by a key's secret. `expiresAt` is the key's. */
export type SecretOwnerRow = KeyOwnerRow & { expiresAt: Date | null };

const KEY_COLUMNS = sql`, k.id as "apiKeyId", k.last_used_at as "lastUsedAt",
      case when k.daily_limit_micros is not null then k.id end as "limitedKeyId"`;

/** Reads the account of a token, valid or expired. */
export function tokenOwnerStatement(tokenHash: Buffer): Sql {
  return prepared(
    "token-owner",
    sql`select ${callerColumns(sql`${KEY_COLUMNS},
      least(t.expires_at, k.expires_at, k.disabled_at) as "expiresAt"`)}
      from access_tokens t
      join api_keys k on k.id = t.api_key_id
      join accounts a on a.id = k.account_id
      where t.token_hash = ${tokenHash} and a.status = 'active'`,
  );
}

/** Reads the account with an email address and a valid key with this secret, as `SecretOwnerRow`. */
export function secretOwnerStatement(email: string, secretHash: Buffer, now: Date): Sql {
  return prepared(
    "secret-owner",
    sql`select ${callerColumns(sql`${KEY_COLUMNS}, k.expires_at as "expiresAt"`)}
      from api_keys k join accounts a on a.id = k.account_id
      where k.secret_hash = ${secretHash} and a.email = ${email}
        and k.disabled_at is null and (k.expires_at is null or k.expires_at > ${now})
        and a.status = 'active'`,
  );
}
