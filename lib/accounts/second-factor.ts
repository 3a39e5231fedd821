import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { countFailure, takeBackFailure } from "@/lib/accounts/auth-failures";
import { seal, tryUnseal } from "@/lib/accounts/sealed";
import { hashSecret } from "@/lib/accounts/secrets";
import type { Database, Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

const STEP_MS = 30_000;
const RECOVERY_CODES = 10;

/** A second factor that is not asked for yet: to be shown once, as a text and as an address for an app to scan. */
export type NewFactor = { secret: string; uri: string };

function totpOf(secret: string, email: string): TOTP {
  return new TOTP({ issuer: "Messaging Gateway", label: email, secret: Secret.fromBase32(secret) });
}

/** Makes a secret for an app; it counts from `confirmFactor` on. A factor that is in use stays until then. */
export async function beginFactor(
  db: Database,
  account: { accountId: number; email: string },
  authSecret: string,
): Promise<NewFactor> {
  const secret = new Secret({ size: 20 }).base32;
  const rows = await db.query(sql`
    update accounts set totp_secret = ${seal(secret, authSecret)}, totp_last_step = null
    where id = ${account.accountId} and totp_enabled_at is null returning 1`);
  if (rows.length === 0) throw new GatewayError("conflict", "The second factor is on already.");
  return { secret, uri: totpOf(secret, account.email).toString() };
}

/**
 * Turns the second factor on when a code of it is right, and makes the recovery codes, to be shown once.
 * @param tx a transaction: the account is locked in it.
 * @throws GatewayError `invalid_parameter` for a wrong code, `conflict` where there is none to confirm.
 */
export async function confirmFactor(
  tx: Queryable,
  account: { accountId: number; email: string },
  code: string,
  authSecret: string,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const [row] = await tx.query<{ totpSecret: Buffer | null; on: boolean }>(sql`
    select totp_secret as "totpSecret", totp_enabled_at is not null as on from accounts
    where id = ${account.accountId} for update`);
  if (!row?.totpSecret || row.on) throw new GatewayError("conflict", "There is no second factor to confirm.");
  const step = stepOf(tryUnseal(row.totpSecret, authSecret), code, now);
  if (step === null)
    throw new GatewayError("invalid_parameter", "This code is wrong. Look at the app once more.");
  await tx.query(sql`
    update accounts set totp_enabled_at = ${now}, totp_last_step = ${step} where id = ${account.accountId}`);
  await tx.query(sql`delete from recovery_codes where account_id = ${account.accountId}`);
  await tx.query(sql`
    insert into recovery_codes (account_id, code_hash)
    select ${account.accountId}, h from unnest(${codes.map(hashSecret)}::bytea[]) as h`);
  return codes;
}

/** Turns the second factor off and forgets its recovery codes. @param tx a transaction. */
export async function removeFactor(tx: Queryable, accountId: number): Promise<void> {
  await tx.query(sql`
    update accounts set totp_secret = null, totp_enabled_at = null, totp_last_step = null where id = ${accountId}`);
  await tx.query(sql`delete from recovery_codes where account_id = ${accountId}`);
}

/**
 * Checks a code of the app, or a recovery code. Each works once, on however many servers it is tried at a time.
 * @param record writes down what a right code was used for, in the transaction that uses it up.
 * @throws GatewayError `too_many_requests` after too many wrong ones.
 */
export async function checkFactor(
  db: Database,
  { accountId, code }: { accountId: number; code: string },
  where: { address: string; authSecret: string },
  now: Date,
  record: (tx: Queryable) => Promise<void>,
): Promise<boolean> {
  const attempt = { kind: "factor", name: String(accountId), address: where.address } as const;
  await countFailure(db, attempt, now);
  const given = code.replace(/[\s-]/g, "").toLowerCase();
  const right = await db.transaction(async (tx) => {
    const spent = /^\d{6}$/.test(given)
      ? await spendStep(tx, accountId, given, where.authSecret, now)
      : await spendRecoveryCode(tx, accountId, given, now);
    if (spent) await record(tx);
    return spent;
  });
  if (right) await takeBackFailure(db, attempt);
  return right;
}

async function spendStep(
  db: Queryable,
  accountId: number,
  code: string,
  authSecret: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db.query<{ totpSecret: Buffer | null }>(
    sql`select totp_secret as "totpSecret" from accounts where id = ${accountId} and totp_enabled_at is not null`,
  );
  const step = stepOf(tryUnseal(row?.totpSecret ?? null, authSecret), code, now);
  if (step === null) return false;
  const used = await db.query(sql`
    update accounts set totp_last_step = ${step}
    where id = ${accountId} and (totp_last_step is null or totp_last_step < ${step}) returning 1`);
  return used.length > 0;
}

async function spendRecoveryCode(
  db: Queryable,
  accountId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const used = await db.query(sql`
    update recovery_codes set used_at = ${now}
    where account_id = ${accountId} and code_hash = ${hashSecret(code)} and used_at is null returning 1`);
  return used.length > 0;
}

/** The time step that a code belongs to, the present one or one beside it; null for a wrong code, or no secret. */
function stepOf(secret: string | null, code: string, now: Date): bigint | null {
  if (secret === null) return null;
  const delta = totpOf(secret, "").validate({
    token: code.replace(/\s/g, ""),
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? null : BigInt(Math.floor(now.getTime() / STEP_MS) + delta);
}

/** 80 random bits in letters and digits that are hard to mistake for others. */
function newRecoveryCode(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  return [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join("");
}
