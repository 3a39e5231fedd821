import type { SessionClaims } from "@/lib/auth/sessions/member";
import { accountToEnterStatement, deleteOldSessionsStatement } from "@/lib/auth/sessions/sessions.sql";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** The most sessions of a person. A new one ends the least recently used one. */
const MAX_SESSIONS = 100;

/** The address and the browser of a new session. */
export type SessionPlace = { address: string; browser: string };

/**
 * Begins a session in the transaction of the sign-in (rules: sessions).
 * @param accountId the account of the session; by default the person's last one.
 * @returns the claims of its cookie, and the account.
 * @throws GatewayError `forbidden` for a person without an account.
 */
export async function beginSession(
  tx: Transaction,
  person: { personId: number; sessionVersion: number; accountId?: number },
  { address, browser }: SessionPlace,
  now: Date,
): Promise<SessionClaims & { accountId: number }> {
  const { personId, sessionVersion } = person;
  const accountId = person.accountId ?? (await accountToEnter(tx, personId));
  const sessionId = newId();
  const data = { id: sessionId, accountId, personId, address, browser, beganAt: now, lastSeenAt: now };
  await tx.prisma.session.createMany({ data });
  await tx.prisma.membership.updateMany({ where: { accountId, personId }, data: { lastSeenAt: now } });
  await tx.query(deleteOldSessionsStatement(personId, MAX_SESSIONS));
  return { sessionId, personId, sessionVersion, accountId };
}

async function accountToEnter(tx: Transaction, personId: number): Promise<number> {
  const [found] = await tx.query<{ accountId: number }>(accountToEnterStatement(personId));
  if (found) return found.accountId;
  throw new GatewayError(
    "forbidden",
    "You no longer belong to an account. To join one again, open the link of a new invitation.",
  );
}
