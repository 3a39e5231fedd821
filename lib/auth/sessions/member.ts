import type { Caller } from "@/lib/auth/callers/caller";
import { memberStatement, noteSeenInStatement, noteSeenStatement } from "@/lib/auth/sessions/sessions.sql";
import type { ActingRole, Role } from "@/lib/contracts/base/roles";
import { tryAfterCommit } from "@/lib/db/after-commit";
import type { Queryable } from "@/lib/db/client";

/** How long a session is not noted as seen again (rules: sessions). */
const SEEN_AGAIN_MS = 60_000;

/**
 * Who is signed in to the Members Area: a person, and the account that their session is in, as its operations need to
 * know both. `name` is the account's, `email` the person's. For an administrator who views an account it is that account,
 * and nothing of their own (rules: account views).
 */
export type Member = Caller & {
  personId: number;
  email: string;
  name: string;
  role: ActingRole;
  /** Only in an administrator's own account, and not while they view another. */
  isAdmin: boolean;
  /** The account that the session is in: while an administrator views another, their own. */
  ownAccountId: number;
  /** When the view of an account ends by itself; null for who views none. */
  viewEndsAt: Date | null;
  seenAt: Date;
};

/** What a session's cookie holds: which it is, whose, and the version of their sign-in when it began. */
export type SessionClaims = { sessionId: string; personId: number; sessionVersion: number };

/**
 * The person and the account of a session (rules: sessions), read in every call. A session ends when it is signed out
 * of, with the person's membership, and with the account. It also ends when the version of the sign-in moves on, as it
 * does with a new password.
 * @returns null for a session that has ended.
 */
export async function findMember(db: Queryable, claims: SessionClaims, now: Date): Promise<Member | null> {
  const [member] = await db.query<Member>(memberStatement(claims, now));
  return member ?? null;
}

/** The role of a person in an account that is enabled, whichever account their session is in; null for who is not in it. */
export async function roleIn(
  db: Queryable,
  { accountId, personId }: { accountId: number; personId: number },
): Promise<Role | null> {
  const where = { accountId, personId, account: { status: "active" as const } };
  const found = await db.prisma.membership.findFirst({ where, select: { role: true } });
  return (found?.role as Role | undefined) ?? null;
}

/** Notes that a session is used, at most once a minute. Where that fails, it is noted later. */
export async function noteSeen(
  db: Queryable,
  { sessionId }: SessionClaims,
  { seenAt, ownAccountId: accountId, personId }: Member,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - SEEN_AGAIN_MS);
  if (seenAt > before) return;
  const note = async () => {
    // One after the other, and not in one transaction: who removes a person locks these rows the other way round.
    const noted = await db.query(noteSeenStatement(sessionId, { now, before }));
    if (noted.length === 0) return;
    await db.query(noteSeenInStatement({ accountId, personId }, now));
  };
  await tryAfterCommit(note, undefined, "the use of a session was not noted");
}
