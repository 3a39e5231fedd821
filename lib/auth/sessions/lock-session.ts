import type { SessionClaims } from "@/lib/auth/sessions/member";
import type { Queryable } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** What a session that has ended is told. */
export function notSignedIn(): GatewayError {
  return new GatewayError("invalid_credentials", "You are not signed in, or not any more.");
}

/**
 * Locks the account of a session for a change, if the session still lives: it may have ended since the request was let
 * in. Until the transaction ends, no other change of the account and no new password comes in between.
 * @param tx a transaction, of which this is the first statement: everything else is locked after the account.
 * @throws GatewayError `invalid_credentials` for a session that has ended.
 */
export async function lockSession(tx: Queryable, claims: SessionClaims): Promise<void> {
  // A weaker lock would have to be raised by changes of the account, and two of them would deadlock.
  const rows = await tx.query(
    prepared(
      "lock-session",
      sql`select 1 from accounts a
        where a.id = ${claims.accountId} and a.session_version = ${claims.sessionVersion} and a.status = 'active'
          and not exists (select 1 from ended_sessions s where s.id = ${claims.sessionId}::uuid)
        for no key update of a`,
    ),
  );
  if (rows.length === 0) throw notSignedIn();
}
