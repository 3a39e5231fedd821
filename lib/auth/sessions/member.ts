import type { Caller } from "@/lib/auth/callers/caller";
import { memberStatement } from "@/lib/auth/sessions/sessions.sql";
import type { Database } from "@/lib/db/client";

/** Who is signed in to the Members Area: an account, as its operations need to know it. */
export type Member = Caller & { email: string; name: string; isAdmin: boolean };

/** What a session holds: which it is, whose, and the version its account had when it began. */
export type SessionClaims = { sessionId: string; accountId: number; sessionVersion: number };

/**
 * The account of a session (rules: sessions), read in every call. A session ends when it is signed out of,
 * and with its account. It also ends when the account's version moves on, as it does with a new password.
 * @returns null for a session that has ended.
 */
export async function findMember(db: Database, claims: SessionClaims): Promise<Member | null> {
  const [member] = await db.query<Member>(memberStatement(claims));
  return member ?? null;
}
