import { endTokensStatement } from "@/lib/accounts/change-account.sql";
import { lockAccount } from "@/lib/accounts/lock-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { invalidateCallersAfter } from "@/lib/auth/callers/caller-cache";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Disables an account, or enables it again (rules: disabled accounts). Each call looks at its account's state, so that
 * passwords, keys, tokens and sessions are refused from the next one on; sessions, tokens and links in emails, as for a
 * new password and for who is invited, end for good, so that none comes back to life when the account does. What it has
 * sent is delivered. Already so: nothing happens.
 * @throws GatewayError `not_found`; `conflict` for an administrator's own account.
 */
export async function setAccountEnabled(
  db: Database,
  { accountId, enabled }: { accountId: number; enabled: boolean },
  actor: Actor,
  now: Date,
): Promise<void> {
  if (accountId === actor.accountId && !enabled) {
    throw new GatewayError("conflict", "This is your own account: another administrator can disable it.");
  }
  await db.transaction(async (tx) => {
    const { isEnabled } = await lockAccount(tx, accountId);
    if (isEnabled === enabled) return;
    await tx.prisma.account.updateMany({
      where: { id: accountId },
      data: { status: enabled ? "active" : "disabled", sessionVersion: { increment: 1 } },
    });
    await tx.query(endTokensStatement(accountId));
    // Those of all its people in it, and of its own sign-in wherever that is.
    await tx.prisma.session.deleteMany({ where: { OR: [{ accountId }, { personId: accountId }] } });
    await tx.prisma.passwordReset.deleteMany({ where: { accountId } });
    await tx.prisma.invitation.deleteMany({ where: { accountId } });
    const noLink = { tokenHash: null, tokenEndsAt: null };
    await tx.prisma.emailSender.updateMany({ where: { accountId, confirmedAt: null }, data: noLink });
    invalidateCallersAfter(tx);
    await recordActivity(
      tx,
      { accountId, actor, action: enabled ? "account_enabled" : "account_disabled", details: {} },
      now,
    );
  });
}
