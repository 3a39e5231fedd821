import { findUsualSender } from "@/lib/accounts/find-sender";
import { listSenders } from "@/lib/accounts/settings";
import type { Member } from "@/lib/auth/sessions/member";
import type { SendOptions } from "@/lib/contracts/members/send";
import type { Database } from "@/lib/db/client";

/** Returns an account's options for a send: senders, Unicode, and the most recipients. */
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
