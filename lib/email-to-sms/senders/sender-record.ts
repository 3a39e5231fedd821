import type { EmailSenderRecord } from "@/lib/contracts/members/email-senders";
import { confirmedAt } from "@/lib/email-to-sms/senders/sender-name";
import { formatNz } from "@/lib/sms/nz-time";

/** A row of the list. */
export type SenderRow = {
  sender: string;
  addedAt: Date;
  confirmedAt: Date | null;
  tokenEndsAt: Date | null;
};

/** Returns a row as its account sees it. */
export function senderRecord(row: SenderRow, now: Date): EmailSenderRecord {
  const isOpen = row.tokenEndsAt !== null && row.tokenEndsAt > now;
  return {
    sender: row.sender,
    state: row.confirmedAt ? "confirmed" : isOpen ? "waiting" : "link_too_old",
    addedAt: formatNz(row.addedAt),
    linkTo: confirmedAt(row.sender),
  };
}
