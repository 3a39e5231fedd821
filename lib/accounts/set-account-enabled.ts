import { endTokensStatement } from "@/lib/accounts/change-account.sql";
import { lockAccount } from "@/lib/accounts/lock-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { invalidateCallersAfter } from "@/lib/auth/callers/caller-cache";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Disables an account, or enables it again (rules: disabled accounts). Each call checks its account's state, so that
 * passwords, keys, tokens and sessions are refused from the next call on. Sessions, tokens and links in emails end
 * for good, so that they do not work again after the account is enabled. Its sent messages are delivered. A repeat
 * has no effect.
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
    // The sessions of all people in the account, and those of the account's own sign-in anywhere.
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
