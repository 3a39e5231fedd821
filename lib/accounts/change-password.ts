import { hashPassword, PASSWORD_LENGTH } from "@/lib/accounts/passwords";
import { recordActivity } from "@/lib/accounts/record-activity";
import { hashSecret } from "@/lib/accounts/secrets";
import { verifyPassword } from "@/lib/accounts/verify-password";
import type { Database, Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import { newToken } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";

/** How long a link to choose a new password works. */
export const RESET_LIFETIME_MS = 3_600_000;

/** How long after a link no other is made. */
const RESET_PAUSE_MS = 60_000;

/** Refuses a password that an account may not have. */
export function requirePassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length >= min && password.length <= max) return;
  throw new GatewayError("invalid_parameter", `A password has ${min} to ${max} characters.`);
}

/**
 * Changes the password of who knows the present one. All sessions end; it is written down, and the account is told by
 * e-mail. Whoever calls it wakes the job `emails`.
 * @throws GatewayError `invalid_credentials` for a wrong present one, `invalid_parameter` for a new one that is not
 * allowed.
 */
export async function changePassword(
  db: Database,
  account: { accountId: number; email: string },
  passwords: { present: string; next: string },
  address: string,
  now: Date,
): Promise<void> {
  requirePassword(passwords.next);
  await verifyPassword(db, { email: account.email, password: passwords.present }, address, now);
  const passwordHash = await hashPassword(passwords.next);
  const { accountId } = account;
  await db.transaction(async (tx) => {
    await tx.query(sql`
      with links as (delete from password_resets where account_id = ${accountId})
      update accounts set password_hash = ${passwordHash}, session_version = session_version + 1
      where id = ${accountId}`);
    await recordActivity(tx, accountId, { accountId, address }, "password_changed", {}, now);
    await tellPasswordChanged(tx, accountId, address, now);
  });
}

/** Tells an account that its password has been changed. */
async function tellPasswordChanged(
  tx: Queryable,
  accountId: number,
  address: string,
  now: Date,
): Promise<void> {
  await enqueueEmail(tx, accountId, "password_changed", { at: formatNz(now), address }, now);
}

/**
 * Makes a link's token for who has forgotten the password; the one before works no more.
 * @param tx a transaction: the account is locked in it, and the e-mail with the link belongs into it.
 * @returns null where there is no such account that may sign in, or it has just been sent a link: nobody is told.
 */
export async function beginReset(
  tx: Queryable,
  email: string,
  now: Date,
): Promise<{ accountId: number; token: string } | null> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
  const address = email.trim().toLowerCase();
  if (address.includes("\0")) return null;
  const [account] = await tx.query<{ accountId: number }>(sql`
    select id as "accountId" from accounts where email = ${address} and status = 'active' for no key update`);
  if (!account) return null;
  const { accountId } = account;
  // Wherever it is asked from: one e-mail a minute, and a link that has just been sent stays good.
  const [recent] = await tx.query(sql`
    select 1 from password_resets
    where account_id = ${accountId} and created_at > ${new Date(now.getTime() - RESET_PAUSE_MS)}`);
  if (recent) return null;
  await tx.query(sql`delete from password_resets where account_id = ${accountId}`);
  await tx.query(sql`
    insert into password_resets (token_hash, account_id, created_at, expires_at)
    values (${hashSecret(token)}, ${accountId}, ${now}, ${expiresAt})`);
  return { accountId, token };
}

/**
 * Sets a new password by a link's token, which then works no more. All sessions end; it is written down, and the
 * account is told by e-mail. Whoever calls it wakes the job `emails`.
 * @throws GatewayError `invalid_parameter` for a link that has been used or is too old, or a password not allowed.
 */
export async function resetPassword(
  db: Database,
  given: { token: string; password: string },
  address: string,
  now: Date,
): Promise<void> {
  requirePassword(given.password);
  const valid = sql`r.token_hash = ${hashSecret(given.token)} and r.expires_at > ${now}`;
  // A guess is not worth the hashing.
  const [known] = await db.query(sql`select 1 from password_resets r where ${valid}`);
  const passwordHash = known ? await hashPassword(given.password) : "";
  const done = await db.transaction(async (tx) => {
    const [row] = await tx.query<{ accountId: number }>(sql`
      with used as (delete from password_resets r where ${valid} returning r.account_id)
      update accounts a set password_hash = ${passwordHash}, session_version = session_version + 1
      from used where a.id = used.account_id and a.status = 'active'
      returning a.id as "accountId"`);
    if (!row) return false;
    const { accountId } = row;
    await recordActivity(tx, accountId, { accountId, address }, "password_reset", {}, now);
    await tellPasswordChanged(tx, accountId, address, now);
    return true;
  });
  if (!done)
    throw new GatewayError("invalid_parameter", "This link has been used or is too old. Ask for another.");
}
