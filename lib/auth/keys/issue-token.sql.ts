import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";

/** A key with the fields that verify it. `status` is its account's. */
export type KeyRow = {
  id: string;
  accountId: number;
  secretHash: Buffer;
  expiresAt: Date | null;
  disabledAt: Date | null;
  lastUsedAt: Date | null;
  status: "active" | "disabled";
};

/**
 * Reads the key with a client ID. It is a plain statement: the API's workers need the database client for nothing
 * else.
 */
export function keyOfClientStatement(clientId: string): Sql {
  return prepared(
    "key-of-client",
    sql`
    select k.id, k.account_id as "accountId", k.secret_hash as "secretHash", k.expires_at as "expiresAt", k.disabled_at as "disabledAt",
      k.last_used_at as "lastUsedAt", a.status
    from api_keys k join accounts a on a.id = k.account_id where k.client_id = ${clientId}`,
  );
}

/**
 * Locks the account of a key until the token is stored, or fails at once if the account is being changed. Returns no
 * row if the account may not have a token.
 */
export function lockKeyOwnerStatement(apiKeyId: string): Sql {
  return sql`
    select 1 from accounts a join api_keys k on k.account_id = a.id
    where k.id = ${apiKeyId}::uuid and a.status = 'active' for key share of a nowait`;
}

/**
 * Locks an enabled key in share mode, or fails at once if the key is being changed. Returns no row for a disabled
 * key.
 */
export function shareKeyStatement(apiKeyId: string): Sql {
  return sql`select 1 from api_keys where id = ${apiKeyId}::uuid and disabled_at is null for share nowait`;
}

/** Stores a token of a key. */
export function insertTokenStatement(
  apiKeyId: string,
  token: { hash: Buffer; createdAt: Date; expiresAt: Date },
): Sql {
  return sql`
    insert into access_tokens (token_hash, api_key_id, created_at, expires_at)
    values (${token.hash}, ${apiKeyId}::uuid, ${token.createdAt}, ${token.expiresAt})`;
}

/** Deletes the oldest tokens of a key, beyond the newest `kept`. */
export function deleteOldTokensStatement(apiKeyId: string, kept: number): Sql {
  return sql`
    with old as (
      select token_hash from access_tokens where api_key_id = ${apiKeyId}::uuid
      order by created_at desc, token_hash offset ${kept}
    )
    delete from access_tokens t using old where ${hasKey(sql`t.token_hash`, sql`old.token_hash`)}`;
}
