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

/** The interval between two records of a session's use (rules: sessions). */
const SEEN_AGAIN_MS = 60_000;

/**
 * The person and the account of a session. `name` is the account's, `email` the person's. For an administrator who
 * views an account, it is that account, without data of their own (rules: account views).
 */
export type SignedIn = {
  accountId: number;
  personId: number;
  email: string;
  name: string;
  role: ActingRole;
  /** True only in an administrator's own account, without a view of another. */
  isAdmin: boolean;
  /** The account of the session: an administrator's own, even during a view of another. */
  ownAccountId: number;
  /** The end of the view of an account; null without a view. */
  viewEndsAt: Date | null;
  seenAt: Date;
};

/** The person who is signed in to the Members Area, with the fields of the account that operations need. */
export type Member = Caller & SignedIn & { isElsewhere?: undefined };

/** An administrator who views an account of another cell. That cell has the account's other fields. */
export type ElsewhereViewer = SignedIn & { isElsewhere: true };

/** The contents of a session's cookie: its id, its person, and the version of their sign-in at its beginning. */
export type SessionClaims = { sessionId: string; personId: number; sessionVersion: number };

/**
 * Returns the person and the account of a session (rules: sessions). Every call reads them. A session ends with a
 * sign-out, with the person's membership, and with the account. It also ends with a new version of the sign-in, for
 * instance after a new password.
 * @param db the database of the person's cell, which has the session.
 * @returns null for a session that has ended.
 * @throws AccountMovedError for a view of an account that is moving.
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
  // Only home has administrators, even if another cell has such a row.
  if (db.cell !== HOME_CELL) return null;
  if (cellOf(viewedId) !== HOME_CELL) return viewerElsewhere(row, viewedId);
  // It has left this cell, which this process does not know yet.
  if (accountId === null) throw new AccountMovedError(undefined);
  return row as Member;
}

/** Returns the viewer of an account in another cell. */
function viewerElsewhere(row: MemberRow, accountId: number): ElsewhereViewer {
  const { personId, email, viewedName, ownAccountId, viewEndsAt, seenAt } = row;
  const name = viewedName || `Account ${accountId}`;
  const own = { personId, email, ownAccountId, viewEndsAt, seenAt };
  return { ...own, accountId, name, role: VIEWER, isAdmin: false, isElsewhere: true };
}

/**
 * Returns the role of a person in an enabled account, for any account of their session; null without a membership.
 */
export async function roleIn(
  db: Queryable,
  { accountId, personId }: { accountId: number; personId: number },
): Promise<Role | null> {
  const where = { accountId, personId, account: { status: "active" as const } };
  const found = await db.prisma.membership.findFirst({ where, select: { role: true } });
  return (found?.role as Role | undefined) ?? null;
}

/** Records that a session is used, at most once a minute. A failure is repeated at a later use. */
export async function noteSeen(
  db: Queryable,
  { sessionId }: SessionClaims,
  { seenAt, ownAccountId: accountId, personId }: SignedIn,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - SEEN_AGAIN_MS);
  if (seenAt > before) return;
  const note = async () => {
    // Two statements without a transaction: the removal of a person locks these rows in the opposite order.
    const noted = await db.query(noteSeenStatement(sessionId, { now, before }));
    if (noted.length === 0) return;
    await db.query(noteSeenInStatement({ accountId, personId }, now));
  };
  const noteInTurn = () => inChangeTurn(db, turnOfPerson(personId), note);
  await tryAfterCommit(noteInTurn, undefined, "the use of a session was not recorded");
}
