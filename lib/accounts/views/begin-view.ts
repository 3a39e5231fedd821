import { noAccount } from "@/lib/accounts/read-account";
import { recordActivity } from "@/lib/activity/record-activity";
import { endViews } from "@/lib/auth/sessions/end-view";
import { lockSignIn, notSignedIn } from "@/lib/auth/sessions/lock-session";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { beginViewStatement } from "@/lib/auth/sessions/views.sql";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** How long an administrator views an account at most (rules: account views). */
export const VIEW_MS = 30 * 60_000;

/**
 * Has an administrator's session show another account, until the view is ended or `VIEW_MS` are over
 * (rules: account views). That it began, and why, is written down in both accounts in the same transaction.
 * Of two that begin at once in one session, the second is refused.
 * @throws GatewayError `viewing_only` for a session that views an account; `not_found` for what is no account; `conflict`
 * for the administrator's own; `forbidden` for who administers no more; `invalid_credentials` for a session that has ended.
 */
export async function beginView(
  db: Database,
  session: SessionClaims,
  { accountId, reason, address }: { accountId: number; reason: string; address: string },
  now: Date,
): Promise<void> {
  const { sessionId, personId: administratorId } = session;
  await db.transaction(async (tx) => {
    const { isAdmin } = await lockSignIn(tx, session, now);
    if (!isAdmin) throw new GatewayError("forbidden", "This is for administrators.");
    if (accountId === administratorId) throw new GatewayError("conflict", "This is your own account.");
    const account = await tx.prisma.account.findUnique({
      where: { id: accountId, hasAccount: true },
      select: { name: true },
    });
    if (!account) throw noAccount(accountId);
    // An earlier one whose time is over may be there still.
    await endViews(tx, { sessionId }, { how: "time" }, now);
    const [id, endsAt] = [newId(), new Date(now.getTime() + VIEW_MS)];
    const view = { id, sessionId, administratorId, accountId, reason, address, beganAt: now, endsAt };
    if ((await tx.query(beginViewStatement(view))).length === 0) throw notSignedIn();
    const actor = { accountId: administratorId, personId: administratorId, address };
    const began = { action: "account_view_began" as const, actor };
    await recordActivity(tx, { ...began, accountId, details: { reason } }, now);
    const named = { account: `${account.name} (${accountId})`, reason };
    await recordActivity(tx, { ...began, accountId: administratorId, details: named }, now);
  });
}
