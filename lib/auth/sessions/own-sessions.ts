import { recordActivity } from "@/lib/activity/record-activity";
import { SESSION_S } from "@/lib/auth/sessions/end-session";
import { lockSignIn } from "@/lib/auth/sessions/lock-session";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import type { SessionRecord } from "@/lib/contracts/members/people/sessions";
import type { Database, Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { formatNz } from "@/lib/sms/nz-time";

/** Most sessions that are shown: as many as there can be. */
const MAX_SHOWN = 100;

/** A person's sessions that live, the last used first (rules: sessions). */
export async function listOwnSessions(
  db: Queryable,
  { personId, sessionId }: SessionClaims,
  now: Date,
): Promise<SessionRecord[]> {
  const rows = await db.prisma.session.findMany({
    where: { personId, lastSeenAt: { gt: new Date(now.getTime() - SESSION_S * 1_000) } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
    take: MAX_SHOWN,
    include: { membership: { select: { account: { select: { name: true } } } } },
  });
  return rows.map(({ id, address, browser, beganAt, lastSeenAt, membership }) => ({
    ...{ id, address, browser, account: membership.account.name },
    ...{ began: formatNz(beganAt), lastSeen: formatNz(lastSeenAt), isThis: id === sessionId },
  }));
}

/**
 * Ends one of a person's own sessions.
 * @throws GatewayError `not_found` for one that has ended, or is somebody else's.
 */
export async function endOwnSession(tx: Queryable, personId: number, id: string): Promise<void> {
  const { count } = await tx.prisma.session.deleteMany({ where: { id, personId } });
  if (count === 0) throw new GatewayError("not_found", "This session has ended already.");
}

/** Ends all sessions of a person but the one that asks. */
export async function endOtherSessions(tx: Queryable, { personId, sessionId }: SessionClaims): Promise<void> {
  await tx.prisma.session.deleteMany({ where: { personId, id: { not: sessionId } } });
}

/**
 * Has a session go on in another account of its person (rules: people). It is written down there as signing in.
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
    await lockSignIn(tx, session);
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
