import { type Action, recordActivity } from "@/lib/activity/record-activity";
import type { Transaction } from "@/lib/db/client";

/** Most accounts that a person belongs to. */
export const MAX_ACCOUNTS = 50;

/**
 * Writes down what a person does to their own sign-in, in each account that they belong to (rules: activity): it guards
 * all of them.
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
