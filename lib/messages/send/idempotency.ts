import { createHash, createHmac } from "node:crypto";
import { decryptSlices } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import type { Idempotency } from "@/lib/messages/accept/submission";
import { findKeyStatement, type KeyRow, responseSliceStatement } from "@/lib/messages/send/idempotency.sql";

/** The time for which a key is stored (rules: idempotency). */
const KEPT_MS = 24 * 3_600_000;

/** An `Idempotency-Key`, or a key of this program that is stored longer; null for a request without one. */
export type RepeatKey = string | { key: string; keptMs: number } | null;

/**
 * Returns a key of one of this project's programs that send for accounts, such as an integration
 * (rules: idempotency). The same key from another program means another request.
 */
export function prefixedKey(program: string, key: NonNullable<RepeatKey>): NonNullable<RepeatKey> {
  return typeof key === "string" ? `${program}:${key}` : { ...key, key: `${program}:${key.key}` };
}

/** A request that may be repeated safely: its key, its operation, and its parameters without credentials. */
export type IdempotentRequest = { key: NonNullable<RepeatKey>; operation: string; request: unknown };

/**
 * Reads the header `Idempotency-Key` (rules: idempotency); null without one.
 * @throws GatewayError `invalid_parameter` for a key that is not 1 to 255 visible ASCII characters.
 */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new GatewayError(
    "invalid_parameter",
    "Header 'Idempotency-Key' must be 1 to 255 visible ASCII characters.",
  );
}

/**
 * Returns the idempotency of a request: the hash of its key and parameters, and its expiry. Request and response may
 * contain a one-time code, which is not stored in clear. The request is therefore hashed, and the response encrypted,
 * under the caller's key and `authSecret`. The key itself is not stored.
 */
export function idempotencyOf(given: IdempotentRequest, authSecret: string, now: Date): Idempotency {
  const { key, keptMs } = typeof given.key === "string" ? { key: given.key, keptMs: KEPT_MS } : given.key;
  const responseSecret = `${authSecret}\0${key}`;
  const request = JSON.stringify([given.operation, given.request]);
  return {
    key: createHash("sha256").update(key).digest("hex"),
    requestHash: createHmac("sha256", responseSecret).update(request).digest(),
    expiresAt: new Date(now.getTime() + keptMs),
    responseSecret,
  };
}

/**
 * Returns the earlier response to the same request (rules: idempotency); null if its key is new or has expired.
 * @throws GatewayError `idempotency_conflict` if the key was used with another request.
 */
export async function findRepeat(
  db: Queryable,
  accountId: number,
  { key, requestHash, responseSecret }: Idempotency,
  now: Date,
): Promise<string | null> {
  const [row] = await db.query<KeyRow>(findKeyStatement(accountId, key, SLICE_BYTES, now));
  if (!row) return null;
  if (row.requestHash.equals(requestHash))
    return decryptSlices(slicesOf(db, accountId, key, row), responseSecret);
  throw new GatewayError(
    "idempotency_conflict",
    "This Idempotency-Key was used with another request. Use a new key for a new request.",
  );
}

/** Returns the earlier response to any request with a key; null if the key is new or has expired. */
export async function findResponse(
  db: Queryable,
  accountId: number,
  { key, responseSecret }: Pick<Idempotency, "key" | "responseSecret">,
  now: Date,
): Promise<string | null> {
  const [row] = await db.query<KeyRow>(findKeyStatement(accountId, key, SLICE_BYTES, now));
  return row ? decryptSlices(slicesOf(db, accountId, key, row), responseSecret) : null;
}

/** The bytes of a stored response that are read at once. A response to ten thousand recipients may have 25 MB. */
const SLICE_BYTES = 512 * 1024;

/** Reads a stored response in slices. If another response replaces it meanwhile, it cannot be decrypted. */
async function* slicesOf(
  db: Queryable,
  accountId: number,
  key: string,
  { length, first }: { length: number; first: Buffer },
): AsyncGenerator<Buffer> {
  yield first;
  for (let at = SLICE_BYTES + 1; at <= length; at += SLICE_BYTES) {
    const statement = responseSliceStatement(accountId, key, at, SLICE_BYTES);
    const [row] = await db.query<{ slice: Buffer }>(statement);
    if (row) yield row.slice;
  }
}
