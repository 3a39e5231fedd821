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

/** Refuses a password that nobody may have. */
export function requirePassword(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length >= min && password.length <= max) return;
  throw new GatewayError("invalid_parameter", `A password has ${min} to ${max} characters.`);
}

/**
 * Changes the password of who knows the present one (rules: passwords, wrong secrets). All sessions end; it
 * is written down, and the person is told by email.
 * @param session that changes it, which must live still once the new one is hashed, with its person's email address.
 * @returns a new session for whoever changed it, so that they are not signed out by it.
 * @throws GatewayError `invalid_credentials` for a wrong present one, and for a session that has ended;
 * `invalid_parameter` for a new one that is not allowed or is the present one. `too_many_requests` after ten
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

/** Tells a person that their password has been changed. */
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
 * Sets a new password by a link's token (rules: password links); the person's links all work no more then. All
 * sessions end; it is written down, and the person is told by email. Tokens
 * that are no link's are counted, and a right one always works: it has 256 random bits.
 * @throws GatewayError `invalid_parameter` for a link that has been used or is too old, or a password not allowed;
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
  // A guess is not worth the hashing.
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
    // The account is locked before its links, as where links are made.
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
