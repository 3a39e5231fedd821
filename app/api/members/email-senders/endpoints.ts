import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import {
  addEmailSenderOperation,
  confirmEmailSenderOperation,
  listEmailSenders,
  removeEmailSenderOperation,
  resendEmailSenderLink,
} from "@/lib/contracts/members/email-senders";
import { authSecret } from "@/lib/crypto/auth-secret";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { addSender } from "@/lib/email-to-sms/senders/add-sender";
import { confirmSender } from "@/lib/email-to-sms/senders/confirm-sender";
import { listSenders } from "@/lib/email-to-sms/senders/list-senders";
import { removeSender } from "@/lib/email-to-sms/senders/remove-sender";
import { countLink, resendLink } from "@/lib/email-to-sms/senders/sender-link";
import { readSender } from "@/lib/email-to-sms/senders/sender-name";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { member, visitor } from "@/lib/http/member";

export const EMAIL_SENDERS_ENDPOINTS = tableOf([
  member(listEmailSenders, async ({ db, member, now }) => {
    const { emailToSmsDomain, smtpUrl, appUrl, nodeEnv } = env();
    return {
      domain: emailToSmsDomain ?? null,
      // In development the log has the links.
      sendsLinks: appUrl !== undefined && (smtpUrl !== undefined || nodeEnv === "development"),
      senders: await listSenders(db, member.accountId, now),
    };
  }),
  member(
    addEmailSenderOperation,
    "email_sender_added",
    async (tx, { member, input, now }) => {
      const sender = readSender(input.sender);
      const added = await addSender(tx, { account: member, sender }, authSecret(), now);
      return { details: { sender }, answer: { success: true, sender: added } };
    },
    ({ db, input, address, now }) => countLink(db, readSender(input.sender), address, now),
  ),
  visitor(
    confirmEmailSenderOperation,
    async ({ db, input, address, now }) => ({
      success: true as const,
      sender: await confirmSender(
        await databaseOfCredential(db, input.token, turnOfAddress(address)),
        input.token,
        address,
        now,
      ),
    }),
    "sender",
  ),
  member(resendEmailSenderLink, async ({ db, member, input, address, now }) => {
    const sender = readSender(input.sender);
    await countLink(db, sender, address, now);
    await db.transaction((tx) => resendLink(tx, { account: member, sender }, authSecret(), now));
    return { success: true as const };
  }),
  member(removeEmailSenderOperation, "email_sender_removed", async (tx, { member, input: { sender } }) => {
    await removeSender(tx, member.accountId, sender);
    return { details: { sender } };
  }),
]);
