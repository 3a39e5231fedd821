import { type Action, recordActivity } from "@/lib/activity/record-activity";
import type { Transaction } from "@/lib/db/client";

/** The most accounts of a person. */
export const MAX_ACCOUNTS = 50;

/**
 * Records a person's change of their own sign-in in each of their accounts (rules: activity), because it protects all
 * of them.
 */
export async function recordPersonal(
  tx: Transaction,
  { personId, address, action }: { personId: number; address: string; action: Action },
  now: Date,
): Promise<void> {
  const memberships = await tx.prisma.membership.findMany({
    where: { personId },
    select: { accountId: true },
    orderBy: { accountId: "asc" },
    take: MAX_ACCOUNTS,
  });
  for (const { accountId } of memberships) {
    const actor = { accountId, personId, address };
    await recordActivity(tx, { accountId, actor, action, details: {} }, now);
  }
}
