import { findMember, type Member, type SessionClaims } from "@/lib/auth/sessions/member";
import { lockRowStatement } from "@/lib/auth/sessions/sessions.sql";
import { VIEWER } from "@/lib/contracts/base/roles";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** Returns the error of a session that has ended. */
export function notSignedIn(): GatewayError {
  return new GatewayError("invalid_credentials", "Your session has ended. Sign in again.");
}

/** Returns the error of a viewer for operations that do not name viewers (rules: account views). */
export function viewingOnly(): GatewayError {
  return new GatewayError(
    "viewing_only",
    "You are viewing an account as an administrator. Nothing can be changed, and its secrets and files stay closed.",
  );
}

/**
 * Locks the account of a request for a change. Then it checks that the session is still valid and in this account,
 * since the session may have ended after the request was accepted. Until the transaction ends, no other change of the account, its people or their
 * roles is possible.
 * @param tx a transaction, of which this is the first statement: all other rows are locked after the account.
 * @returns the current member.
 * @throws GatewayError `invalid_credentials` for a session that has ended, `viewing_only` for a viewer.
 */
export async function lockSession(
  tx: Queryable,
  claims: SessionClaims,
  accountId: number,
  now: Date,
): Promise<Member> {
  await tx.query(lockRowStatement(accountId));
  // A statement that waits for the lock sees other rows in their earlier state. This read comes after the lock.
  const member = await findMember(tx, claims, now);
  if (member?.isElsewhere || member?.role === VIEWER) throw viewingOnly();
  if (member?.accountId !== accountId) throw notSignedIn();
  return member;
}

/**
 * Locks a person's own row for a change of their sign-in, if the session is still valid: no new password comes in
 * between.
 * @param tx a transaction, of which this is the first statement.
 * @throws GatewayError `invalid_credentials` for a session that has ended, `viewing_only` for a viewer.
 */
export async function lockSignIn(tx: Queryable, claims: SessionClaims, now: Date): Promise<Member> {
  await tx.query(lockRowStatement(claims.personId));
  const member = await findMember(tx, claims, now);
  if (!member) throw notSignedIn();
  if (member.isElsewhere || member.role === VIEWER) throw viewingOnly();
  return member;
}
