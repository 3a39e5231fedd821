import { findSender } from "@/lib/accounts/find-sender";
import type { Member } from "@/lib/accounts/member";
import { listSenders } from "@/lib/accounts/settings";
import type { SendOptions } from "@/lib/contracts/members/send";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** What an account may send with: senders, Unicode, and how many recipients at once. */
export async function readSendOptions(
  db: Database,
  member: Member,
  maxRecipients: number,
): Promise<SendOptions> {
  const [senders, usualSender] = await Promise.all([
    listSenders(db, member.accountId),
    findSender(db, member, undefined, "standard").catch((error: unknown) => {
      if (error instanceof GatewayError) return null;
      throw error;
    }),
  ]);
  return {
    senders: senders.map(({ number, own }) => ({ number, own })),
    usualSender,
    unicodeEnabled: member.unicodeEnabled,
    maxRecipients,
  };
}
