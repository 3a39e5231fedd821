import { type EmailSenderRecord, MAX_SENDERS } from "@/lib/contracts/members/email-senders";
import type { Queryable } from "@/lib/db/client";
import { senderRecord } from "@/lib/email-to-sms/senders/sender-record";

/** The addresses and domains on an account's list; there are never more than fit on a page. */
export async function listSenders(db: Queryable, accountId: number, now: Date): Promise<EmailSenderRecord[]> {
  const rows = await db.prisma.emailSender.findMany({
    where: { accountId },
    orderBy: { sender: "asc" },
    take: MAX_SENDERS,
    select: { sender: true, addedAt: true, confirmedAt: true, tokenEndsAt: true },
  });
  return rows.map((row) => senderRecord(row, now));
}
