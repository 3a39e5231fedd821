import type { Caller } from "@/lib/auth/callers/caller";
import {
  type MemberRow,
  memberStatement,
  noteSeenInStatement,
  noteSeenStatement,
} from "@/lib/auth/sessions/sessions.sql";
import { HOME_CELL } from "@/lib/cell-numbers";
import { type ActingRole, type Role, VIEWER } from "@/lib/contracts/base/roles";
import { tryAfterCommit } from "@/lib/db/after-commit";
import { cellOf } from "@/lib/db/cells/cells";
import type { Queryable } from "@/lib/db/client";
import { inChangeTurn, turnOfPerson } from "@/lib/db/locks/caller-turns";
import { AccountMovedError } from "@/lib/db/unavailable";

/** How long a session is not noted as seen again (rules: sessions). */
const SEEN_AGAIN_MS = 60_000;

/**
 * A session's person and account, as the session tells them. `name` is the account's, `email` the person's. For an
 * administrator who views an account it is that account, and nothing of their own (rules: account views).
 */
export type SignedIn = {
  accountId: number;
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

/** Who is signed in to the Members Area, with what its operations need to know of the account. */
export type Member = Caller & SignedIn & { isElsewhere?: undefined };

/** An administrator who views an account of another cell, which has the rest of what is known of it. */
export type ElsewhereViewer = SignedIn & { isElsewhere: true };

/** What a session's cookie holds: which it is, whose, and the version of their sign-in when it began. */
export type SessionClaims = { sessionId: string; personId: number; sessionVersion: number };

/**
 * The person and the account of a session (rules: sessions), read in every call. A session ends when it is signed out
 * of, with the person's membership, and with the account. It also ends when the version of the sign-in moves on, as it
 * does with a new password.
 * @param db the database of the person's cell, where the session is.
 * @returns null for a session that has ended.
 * @throws AccountMovedError for a view of an account that moves just now.
 */
export async function findMember(
  db: Queryable,
  claims: SessionClaims,
  now: Date,
): Promise<Member | ElsewhereViewer | null> {
  const [row] = await db.query<MemberRow>(memberStatement(claims, now));
  if (!row) return null;
  const { viewedId, accountId } = row;
  if (viewedId === null) return row as Member;
  // Administrators are at home alone, whatever another cell says.
  if (db.cell !== HOME_CELL) return null;
  if (cellOf(viewedId) !== HOME_CELL) return viewerElsewhere(row, viewedId);
  // It has left this cell, as is not known here yet.
  if (accountId === null) throw new AccountMovedError(undefined);
  return row as Member;
}

/** Who views an account that is not at home. */
function viewerElsewhere(row: MemberRow, accountId: number): ElsewhereViewer {
  const { personId, email, viewedName, ownAccountId, viewEndsAt, seenAt } = row;
  const name = viewedName || `Account ${accountId}`;
  const own = { personId, email, ownAccountId, viewEndsAt, seenAt };
  return { ...own, accountId, name, role: VIEWER, isAdmin: false, isElsewhere: true };
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
  { seenAt, ownAccountId: accountId, personId }: SignedIn,
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
  const noteInTurn = () => inChangeTurn(db, turnOfPerson(personId), note);
  await tryAfterCommit(noteInTurn, undefined, "the use of a session was not noted");
}
