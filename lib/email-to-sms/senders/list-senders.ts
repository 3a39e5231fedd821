import { type EmailSenderRecord, SENDERS_MOST } from "@/lib/contracts/members/email-senders";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { type SenderRow, senderRecord } from "@/lib/email-to-sms/senders/sender-record";

/** The addresses and domains on an account's list; there are never more than fit on a page. */
export async function listSenders(db: Queryable, accountId: number, now: Date): Promise<EmailSenderRecord[]> {
  const rows = await db.query<SenderRow>(sql`
    select sender, added_at as "addedAt", confirmed_at as "confirmedAt", token_ends_at as "tokenEndsAt"
    from email_senders where account_id = ${accountId} order by sender limit ${SENDERS_MOST}`);
  return rows.map((row) => senderRecord(row, now));
}
