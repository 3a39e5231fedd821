import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { type KeyRow, keysStatement } from "@/lib/auth/keys/list-keys.sql";
import type { ApiKeyRecord } from "@/lib/contracts/members/api-keys";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { parseDollars, toDecimal } from "@/lib/money";
import { formatNz, nzDate } from "@/lib/sms/nz-time";

/** The most keys of one account (rules: api keys). */
const MAX_KEYS = 100;

/** Lists an account's keys, newest first. */
export async function listKeys(db: Database, accountId: number, now: Date): Promise<ApiKeyRecord[]> {
  const rows = await db.query<KeyRow>(keysStatement(accountId, MAX_KEYS));
  return rows.map((row) => toRecord(row, now));
}

/**
 * Creates a key with its secret, which is shown once.
 * @throws GatewayError `conflict` if the account has the most keys allowed, `invalid_parameter` for an expiry in the
 * past.
 */
export async function addKey(
  db: Queryable,
  accountId: number,
  { dailyLimit = null, ...given }: { name: string; expiresAt: Date | null; dailyLimit?: string | null },
  now: Date,
): Promise<{ key: ApiKeyRecord; clientSecret: string }> {
  if (given.expiresAt && given.expiresAt <= now)
    throw new GatewayError("invalid_parameter", "Parameter 'expires' must be a future date.");
  const keys = await db.prisma.apiKey.count({ where: { accountId }, take: MAX_KEYS });
  if (keys === MAX_KEYS)
    throw new GatewayError("conflict", `An account has at most ${MAX_KEYS} keys. Delete one first.`);
  const limited = { ...given, dailyLimitMicros: microsOf(dailyLimit) };
  const { id, clientId, clientSecret } = await createApiKey(db, accountId, limited, now);
  const unused = { disabledAt: null, lastUsedAt: null, spentOn: null, spentMicros: 0n };
  const row = { id, clientId, ...limited, createdAt: now, ...unused };
  return { key: toRecord(row, now), clientSecret };
}

/**
 * Disables a key of an account, or enables it. Disabling ends its tokens for good: an enabled key needs new ones.
 * @param tx a transaction: it locks the key, so that no token is issued between the two statements.
 * @throws GatewayError `not_found`.
 */
export async function enableKey(
  tx: Queryable,
  accountId: number,
  { id, enabled }: { id: string; enabled: boolean },
  now: Date,
): Promise<{ name: string }> {
  if (!isId(id)) throw noKey();
  const [key] = await tx.prisma.apiKey.updateManyAndReturn({
    where: { id, accountId },
    data: { disabledAt: enabled ? null : now },
    select: { name: true },
  });
  if (!key) throw noKey();
  if (!enabled) await tx.prisma.accessToken.deleteMany({ where: { apiKeyId: id } });
  return key;
}

/**
 * Sets the daily limit of an account's key in dollars, or null for none (rules: key limits).
 * @throws GatewayError `not_found`.
 */
export async function limitKey(
  tx: Queryable,
  accountId: number,
  { id, dailyLimit }: { id: string; dailyLimit: string | null },
): Promise<{ name: string }> {
  if (!isId(id)) throw noKey();
  // Charges without a limit are not counted.
  const uncounted = dailyLimit === null ? { spentOn: null, spentMicros: 0n } : {};
  const [key] = await tx.prisma.apiKey.updateManyAndReturn({
    where: { id, accountId },
    data: { dailyLimitMicros: microsOf(dailyLimit), ...uncounted },
    select: { name: true },
  });
  if (!key) throw noKey();
  return key;
}

function microsOf(dailyLimit: string | null): bigint | null {
  return dailyLimit === null ? null : parseDollars(dailyLimit);
}

/**
 * Deletes a key of an account with its tokens.
 * @throws GatewayError `not_found`.
 */
export async function deleteKey(db: Queryable, accountId: number, id: string): Promise<{ name: string }> {
  if (!isId(id)) throw noKey();
  const key = await db.prisma.apiKey.findUnique({ where: { id, accountId }, select: { name: true } });
  if (!key) throw noKey();
  const { count } = await db.prisma.apiKey.deleteMany({ where: { id, accountId } });
  if (count === 0) throw noKey();
  return key;
}

function noKey(): GatewayError {
  return new GatewayError("not_found", "There is no such API key.");
}

function toRecord(row: KeyRow, now: Date): ApiKeyRecord {
  const { id, name, clientId, expiresAt, disabledAt, lastUsedAt } = row;
  const expired = expiresAt !== null && expiresAt <= now;
  const { dailyLimitMicros: most, spentOn, spentMicros } = row;
  const isToday = spentOn !== null && spentOn >= nzDate(now);
  return {
    id,
    name,
    clientId,
    createdAt: formatNz(row.createdAt),
    expiresAt: expiresAt && formatNz(expiresAt),
    lastUsedAt: lastUsedAt && formatNz(lastUsedAt),
    dailyLimit: most === null ? null : toDecimal(most),
    spentToday: most === null ? null : toDecimal(isToday ? spentMicros : 0n),
    state: disabledAt ? "disabled" : expired ? "expired" : "active",
  };
}
