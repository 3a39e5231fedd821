import { callerColumns } from "@/lib/auth/callers/caller.sql";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** The account of a session that lives. */
export function memberStatement(claims: SessionClaims): Sql {
  return prepared(
    "member",
    sql`select ${callerColumns(sql`, a.email, a.name, a.is_admin as "isAdmin"`)} from accounts a
      where ${isLive(claims)}`,
  );
}

/** Locks the account of a session that lives: one row if it does. */
export function lockSessionStatement(claims: SessionClaims): Sql {
  // A weaker lock would have to be raised by changes of the account, and two of them would deadlock.
  return prepared(
    "lock-session",
    sql`select 1 from accounts a where ${isLive(claims)} for no key update of a`,
  );
}

function isLive({ accountId, sessionVersion, sessionId }: SessionClaims): Sql {
  return sql`a.id = ${accountId} and a.session_version = ${sessionVersion} and a.status = 'active'
    and not exists (select 1 from ended_sessions s where s.id = ${sessionId}::uuid)`;
}
