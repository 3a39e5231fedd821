import type { EmailSenderRecord } from "@/lib/contracts/members/email-senders";
import type { Queryable } from "@/lib/db/client";
import { emailSendersStatement } from "@/lib/email-to-sms/senders/list-senders.sql";
import { type SenderRow, senderRecord } from "@/lib/email-to-sms/senders/sender-record";

/** Lists the addresses and domains on an account's list. They always fit on a page. */
export async function listSenders(db: Queryable, accountId: number, now: Date): Promise<EmailSenderRecord[]> {
  const rows = await db.query<SenderRow>(emailSendersStatement(accountId));
  return rows.map((row) => senderRecord(row, now));
}
