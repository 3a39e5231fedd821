import { recordActivity } from "@/lib/activity/record-activity";
import { SESSION_S } from "@/lib/auth/sessions/end-session";
import { endViews } from "@/lib/auth/sessions/end-view";
import { lockSignIn } from "@/lib/auth/sessions/lock-session";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { ownSessionsStatement, type SessionRow } from "@/lib/auth/sessions/sessions.sql";
import type { SessionRecord } from "@/lib/contracts/members/people/sessions";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { formatNz } from "@/lib/sms/nz-time";

/** The most sessions in the list: as many as can exist. */
const MAX_SHOWN = 100;

/** Lists a person's valid sessions, the last used first (rules: sessions). */
export async function listOwnSessions(
  db: Queryable,
  { personId, sessionId }: SessionClaims,
  now: Date,
): Promise<SessionRecord[]> {
  const after = new Date(now.getTime() - SESSION_S * 1_000);
  const rows = await db.query<SessionRow>(ownSessionsStatement(personId, after, MAX_SHOWN));
  return rows.map(({ beganAt, lastSeenAt, ...row }) => ({
    ...row,
    began: formatNz(beganAt),
    lastSeen: formatNz(lastSeenAt),
    isThis: row.id === sessionId,
  }));
}

/** The session that a person ends, and the address. */
type SessionEnd = { id: string; address: string };

/**
 * Ends one of a person's own sessions, with its view of an account.
 * @param tx a transaction in which the person's own row is locked.
 * @throws GatewayError `not_found` for a session that has ended, or is another person's.
 */
export async function endOwnSession(
  tx: Transaction,
  personId: number,
  { id, address }: SessionEnd,
  now: Date,
): Promise<void> {
  const isOwn = await tx.prisma.session.count({ where: { id, personId } });
  if (isOwn > 0) await endViews(tx, { sessionId: id }, { how: "session", address }, now);
  const { count } = await tx.prisma.session.deleteMany({ where: { id, personId } });
  if (count === 0) throw new GatewayError("not_found", "This session has ended already.");
}

/**
 * Ends all sessions of a person except the caller's, with their views of accounts.
 * @param tx a transaction in which the person's own row is locked.
 */
export async function endOtherSessions(
  tx: Transaction,
  { personId, sessionId }: SessionClaims,
  address: string,
  now: Date,
): Promise<void> {
  const theirs = { administratorId: personId, sessionId: { not: sessionId } };
  await endViews(tx, theirs, { how: "session", address }, now);
  await tx.prisma.session.deleteMany({ where: { personId, id: { not: sessionId } } });
}

/**
 * Switches a session to another account of its person (rules: people). That account records it as a sign-in.
 * @throws GatewayError `not_found` for an account that the person does not belong to, or that is disabled;
 * `invalid_credentials` for a session that has ended.
 */
export async function switchAccount(
  db: Database,
  session: SessionClaims,
  { accountId, address }: { accountId: number; address: string },
  now: Date,
): Promise<void> {
  const { sessionId, personId } = session;
  await db.transaction(async (tx) => {
    await lockSignIn(tx, session, now);
    const membership = { accountId, personId };
    const isThere = await tx.prisma.membership.updateMany({
      where: { ...membership, account: { status: "active" } },
      data: { lastSeenAt: now },
    });
    if (isThere.count === 0) throw new GatewayError("not_found", "You don't belong to this account.");
    await tx.prisma.session.updateMany({ where: { id: sessionId, personId }, data: { accountId } });
    const actor = { accountId, personId, address };
    await recordActivity(tx, { accountId, actor, action: "signed_in", details: {} }, now);
  });
}
