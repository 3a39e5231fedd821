import { lockAccount } from "@/lib/accounts/lock-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { removeFactor } from "@/lib/auth/second-factor/second-factor";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Turns off a lost second factor, with its recovery codes. The password alone then opens the account, until its
 * holder sets up another factor. Sessions end, since their holder may be the cause.
 * @throws GatewayError `not_found`; `conflict` without a factor, and for an administrator's own.
 */
export async function resetSecondFactor(
  db: Database,
  accountId: number,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (accountId === actor.accountId) {
    throw new GatewayError(
      "conflict",
      "This is your own account. Turn off two-factor authentication in Settings.",
    );
  }
  await db.transaction(async (tx) => {
    const { hasSecondFactor } = await lockAccount(tx, accountId);
    if (!hasSecondFactor)
      throw new GatewayError("conflict", "Two-factor authentication is off for this account.");
    await tx.prisma.account.updateMany({
      where: { id: accountId },
      data: { sessionVersion: { increment: 1 } },
    });
    await tx.prisma.session.deleteMany({ where: { personId: accountId } });
    await removeFactor(tx, accountId, null);
    await recordActivity(tx, { accountId, actor, action: "second_factor_off", details: {} }, now);
  });
}
