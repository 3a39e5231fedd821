import { findMember, type Member, type SessionClaims } from "@/lib/auth/sessions/member";
import { lockRowStatement } from "@/lib/auth/sessions/sessions.sql";
import { VIEWER } from "@/lib/contracts/base/roles";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** What a session that has ended is told. */
export function notSignedIn(): GatewayError {
  return new GatewayError("invalid_credentials", "Your session has ended. Sign in again.");
}

/** What a viewer is told of whatever does not say that viewers may call it (rules: account views). */
export function viewingOnly(): GatewayError {
  return new GatewayError(
    "viewing_only",
    "You are viewing an account as an administrator. Nothing can be changed, and its secrets and files stay closed.",
  );
}

/**
 * Locks the account of a session for a change, if the session still lives and is in that account: it may have ended since
 * the request was let in. Until the transaction ends, no other change of the account comes in between, nor of who is in
 * it with which role.
 * @param tx a transaction, of which this is the first statement: everything else is locked after the account.
 * @returns who it is, as of now.
 * @throws GatewayError `invalid_credentials` for a session that has ended, `viewing_only` for who views an account.
 */
export async function lockSession(
  tx: Queryable,
  claims: SessionClaims,
  accountId: number,
  now: Date,
): Promise<Member> {
  await tx.query(lockRowStatement(accountId));
  // Looked at once the lock is held: a statement that waits for it sees the other rows as they were before.
  const member = await findMember(tx, claims, now);
  if (member?.isElsewhere || member?.role === VIEWER) throw viewingOnly();
  if (member?.accountId !== accountId) throw notSignedIn();
  return member;
}

/**
 * Locks a person's own row for a change of their sign-in, if the session still lives: no new password comes in between.
 * @param tx a transaction, of which this is the first statement.
 * @throws GatewayError `invalid_credentials` for a session that has ended, `viewing_only` for who views an account.
 */
export async function lockSignIn(tx: Queryable, claims: SessionClaims, now: Date): Promise<Member> {
  await tx.query(lockRowStatement(claims.personId));
  const member = await findMember(tx, claims, now);
  if (!member) throw notSignedIn();
  if (member.isElsewhere || member.role === VIEWER) throw viewingOnly();
  return member;
}
