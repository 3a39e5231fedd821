import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A key that has not expired, and the first bytes of its encrypted response. */
export type KeyRow = { requestHash: Buffer; length: number; first: Buffer };

/**
 * Finds an account's idempotency key.
 * @param bytes the most bytes of the response to read.
 */
export function findKeyStatement(accountId: number, key: string, bytes: number, now: Date): Sql {
  return prepared(
    "idempotency-find",
    sql`
    select request_hash as "requestHash", octet_length(response) as length,
      substring(response from 1 for ${bytes}) as first
    from idempotency_keys where account_id = ${accountId} and key = ${key} and expires_at > ${now}`,
  );
}

/**
 * Reads a slice of a key's encrypted response.
 * @param at the position of its first byte, from 1.
 */
export function responseSliceStatement(accountId: number, key: string, at: number, bytes: number): Sql {
  return sql`
    select substring(response from ${at} for ${bytes}) as slice
    from idempotency_keys where account_id = ${accountId} and key = ${key}`;
}
