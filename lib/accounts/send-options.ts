import { findUsualSender } from "@/lib/accounts/find-sender";
import { listSenders } from "@/lib/accounts/settings";
import type { Member } from "@/lib/auth/sessions/member";
import type { SendOptions } from "@/lib/contracts/members/send";
import type { Database } from "@/lib/db/client";

/** What an account may send with: senders, Unicode, and how many recipients at once. */
export async function readSendOptions(
  db: Database,
  member: Member,
  maxRecipients: number,
  now: Date,
): Promise<SendOptions> {
  const [senders, usualSender] = await Promise.all([
    listSenders(db, member.accountId),
    findUsualSender(db, member, now),
  ]);
  return {
    senders: senders.map(({ number, own }) => ({ number, own })),
    usualSender,
    unicodeEnabled: member.unicodeEnabled,
    maxRecipients,
  };
}
