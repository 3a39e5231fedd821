import { lockAccount } from "@/lib/accounts/lock-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { sendLink } from "@/lib/auth/passwords/reset-links";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Sends an account's own email address a link to choose a new password, as its owner could ask for
 * (rules: password links). The administrator sees neither link nor password, and two-factor authentication stays as it is.
 * @throws GatewayError `not_found`; `conflict` for a disabled account, and where it was just sent a link or has several that
 * work.
 */
export async function sendAccountResetLink(
  db: Database,
  accountId: number,
  actor: Actor,
  { authSecret, now }: { authSecret: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { isEnabled } = await lockAccount(tx, accountId);
    if (!isEnabled) throw new GatewayError("conflict", "This account is disabled.");
    const { email } = await tx.prisma.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { email: true },
    });
    if (!(await sendLink(tx, { email, kind: "password_reset" }, authSecret, now))) {
      throw new GatewayError(
        "conflict",
        "No link was sent. The account got one within the last minute, or has five that work.",
      );
    }
    await recordActivity(tx, { accountId, actor, action: "reset_link_sent", details: {} }, now);
  });
}
