import { NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import type { Transaction } from "@/lib/db/client";
import { enqueueEmail } from "@/lib/email/enqueue";

/** What auto top-up tells an account of, which is the name of the email and of the line of activity. */
type NoticeKind = "auto_top_up_paid" | "auto_top_up_paused" | "auto_top_up_limited";

/**
 * Tells an account of what its auto top-up did, by email and by a line of activity, in the transaction that does it.
 * @param notice `details` as the email wants them, and what the line says.
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
