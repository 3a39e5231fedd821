import type { SessionClaims } from "@/lib/auth/sessions/member";
import { lockSessionStatement } from "@/lib/auth/sessions/sessions.sql";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** What a session that has ended is told. */
export function notSignedIn(): GatewayError {
  return new GatewayError("invalid_credentials", "Your session has ended. Sign in again.");
}

/**
 * Locks the account of a session for a change, if the session still lives: it may have ended since the request was let
 * in. Until the transaction ends, no other change of the account and no new password comes in between.
 * @param tx a transaction, of which this is the first statement: everything else is locked after the account.
 * @throws GatewayError `invalid_credentials` for a session that has ended.
 */
export async function lockSession(tx: Queryable, claims: SessionClaims): Promise<void> {
  const rows = await tx.query(lockSessionStatement(claims));
  if (rows.length === 0) throw notSignedIn();
}
