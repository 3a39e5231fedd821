import { invalidateCallersAfter } from "@/lib/auth/callers/caller-cache";
import { countFailure } from "@/lib/auth/limits/auth-failures";
import { removeKnownAddresses } from "@/lib/auth/limits/known-addresses";
import { lookUp } from "@/lib/auth/limits/strangers";
import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import { hashNewPassword, PASSWORD_LENGTH } from "@/lib/auth/passwords/passwords";
import { beginSession, type SessionPlace } from "@/lib/auth/sessions/begin-session";
import { lockSignIn } from "@/lib/auth/sessions/lock-session";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { recordPersonal } from "@/lib/auth/sessions/record-personal";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { inChangeTurn, turnOfPerson } from "@/lib/db/locks/caller-turns";
import { enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import { formatNz } from "@/lib/sms/nz-time";

/** Rejects a password that is not allowed. */
export function requirePassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length >= min && password.length <= max) return;
  throw new GatewayError("invalid_parameter", `A password has ${min} to ${max} characters.`);
}

/**
 * Changes the password of a person who knows the current one (rules: passwords, wrong secrets). All sessions end. The
 * change is recorded as activity, and the person gets an email.
 * @param session the session of the change, with its person's email address. It must still be valid once the new
 * password is hashed.
 * @returns a new session for the caller, who stays signed in.
 * @throws GatewayError `invalid_credentials` for a wrong current password, and for a session that has ended.
 * `invalid_parameter` for a new password that is not allowed or equals the current one. `too_many_requests` after ten
 * changes in an hour.
 */
export async function changePassword(
  db: Database,
  session: SessionClaims & { email: string },
  { present, next, ...place }: { present: string; next: string } & SessionPlace,
  now: Date,
): Promise<SessionClaims> {
  requirePassword(next);
  if (next === present)
    throw new GatewayError("invalid_parameter", "The new password must differ from the current one.");
  const { personId } = session;
  const { address } = place;
  await confirmOwnPassword(db, session, { password: present, address }, now);
  await countFailure(db, { kind: "change", name: String(personId), address }, now);
  const passwordHash = await hashNewPassword(next, address);
  return db.transaction(async (tx) => {
    const { accountId } = await lockSignIn(tx, session, now);
    const { sessionVersion } = await tx.prisma.account.update({
      where: { id: personId },
      data: { passwordHash, sessionVersion: { increment: 1 } },
      select: { sessionVersion: true },
    });
    await tx.prisma.session.deleteMany({ where: { personId } });
    await tx.prisma.passwordReset.deleteMany({ where: { accountId: personId } });
    await removeKnownAddresses(tx, personId, { address, proofs: ["password", "factor"] });
    await recordPersonal(tx, { personId, address, action: "password_changed" }, now);
    await tellPasswordChanged(tx, personId, address, now);
    invalidateCallersAfter(tx);
    return beginSession(tx, { personId, sessionVersion, accountId }, place, now);
  });
}

/** Sends a person the email about a changed password. */
async function tellPasswordChanged(
  tx: Queryable,
  personId: number,
  address: string,
  now: Date,
): Promise<void> {
  await enqueueEmail(
    tx,
    { accountId: personId, kind: "password_changed", details: { at: formatNz(now), address } },
    now,
  );
}

/**
 * Sets a new password by a link's token (rules: password links), and ends the person's other links. All sessions end.
 * The change is recorded as activity, and the person gets an email. Tokens of no link are counted. A right token
 * always works: it has 256 random bits.
 * @throws GatewayError `invalid_parameter` for a used or expired link, or a password that is not allowed;
 * `too_many_requests` for guesses at links.
 */
export async function resetPassword(
  db: Database,
  given: { token: string; password: string },
  address: string,
  now: Date,
): Promise<void> {
  requirePassword(given.password);
  const valid = { tokenHash: hashSecret(given.token), expiresAt: { gt: now } };
  // A guess does not justify the cost of a hash.
  const known = await lookUp(db, { kind: "link", name: "password", address }, now, () =>
    db.prisma.passwordReset.findUnique({ where: valid, select: { accountId: true } }),
  );
  if (!known) {
    await countFailure(db, { kind: "link", name: "password", address }, now);
    throw noLink();
  }
  const { accountId } = known;
  const passwordHash = await hashNewPassword(given.password, address);
  const change = async (tx: Transaction) => {
    // The account is locked before its links, as at the creation of links.
    const changed = await tx.prisma.account.updateMany({
      where: { id: accountId, status: "active" },
      data: { passwordHash, sessionVersion: { increment: 1 } },
    });
    const used = await tx.prisma.passwordReset.deleteMany({ where: { ...valid, accountId } });
    if (changed.count === 0 || used.count === 0) throw noLink();
    await tx.prisma.passwordReset.deleteMany({ where: { accountId } });
    await tx.prisma.session.deleteMany({ where: { personId: accountId } });
    await removeKnownAddresses(tx, accountId, { address, proofs: ["password", "factor"] });
    await recordPersonal(tx, { personId: accountId, address, action: "password_reset" }, now);
    await tellPasswordChanged(tx, accountId, address, now);
    invalidateCallersAfter(tx);
  };
  await inChangeTurn(db, turnOfPerson(accountId), () => db.transaction(change));
}

function noLink(): GatewayError {
  return new GatewayError("invalid_parameter", "This link has expired or was already used. Get a new one.");
}
