import { NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import type { Transaction } from "@/lib/db/client";
import { enqueueEmail } from "@/lib/email/enqueue";

/** The kind of a notice, which is the name of the email and of the activity. */
type NoticeKind = "auto_top_up_paid" | "auto_top_up_paused" | "auto_top_up_limited";

/**
 * Enqueues an email about an auto top-up and records the activity, in the transaction of the change.
 * @param notice `details` for the email, and `line` for the activity.
 */
export async function tellOf(
  tx: Transaction,
  accountId: number,
  { kind, details, line }: { kind: NoticeKind; details: object; line: Record<string, string> },
  now: Date,
): Promise<void> {
  const card = await tx.prisma.savedCard.findUnique({
    where: { accountId },
    select: { brand: true, lastFour: true },
  });
  const named = card?.lastFour ? { card: { brand: card.brand, lastFour: card.lastFour } } : {};
  await enqueueEmail(tx, { accountId, kind, details: { ...details, ...named } }, now);
  const actor = { accountId, address: NO_ADDRESS };
  await recordActivity(tx, { accountId, actor, action: kind, details: line }, now);
}
