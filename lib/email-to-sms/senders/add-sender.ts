import { type EmailSenderRecord, MAX_SENDERS } from "@/lib/contracts/members/email-senders";
import type { Queryable } from "@/lib/db/client";
import { addSenderStatement } from "@/lib/email-to-sms/senders/add-sender.sql";
import { type AccountSender, sendLink } from "@/lib/email-to-sms/senders/sender-link";
import { type SenderRow, senderRecord } from "@/lib/email-to-sms/senders/sender-record";
import { takenElsewhere } from "@/lib/email-to-sms/senders/taken-elsewhere";
import { GatewayError } from "@/lib/errors";

/**
 * Adds a sender to an account's list (rules: email senders). The address that the account itself signs in with counts
 * at once: opening the account proved it. Any other address counts once the link that is sent there is opened. Before
 * that, the account does not learn whether another account has it.
 * @param tx a transaction.
 * @param sender as `readSender` spells it.
 * @throws GatewayError `conflict` for a sender that is on the list already, for a full list, and for an own address
 * that another account has.
 */
export async function addSender(
  tx: Queryable,
  { account, sender }: AccountSender & { account: { email: string } },
  authSecret: string,
  now: Date,
): Promise<EmailSenderRecord> {
  const { accountId } = account;
  const isOwn = sender === account.email;
  const [added] = await tx
    .query<SenderRow>(addSenderStatement(accountId, sender, isOwn ? now : null, now))
    .catch(takenElsewhere);
  if (added && isOwn) return senderRecord(added, now);
  if (added) {
    await sendLink(tx, { account, sender }, authSecret, now);
    return { ...senderRecord(added, now), state: "waiting" };
  }
  const there = await tx.prisma.emailSender.findUnique({
    where: { accountId_sender: { accountId, sender } },
    select: { sender: true },
  });
  throw new GatewayError(
    "conflict",
    there
      ? `${sender} is already on the list.`
      : `The list has at most ${MAX_SENDERS} entries. Remove one first, or add a whole domain.`,
  );
}
