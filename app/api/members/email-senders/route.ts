import { addEmailSenderOperation, listEmailSenders } from "@/lib/contracts/members/email-senders";
import { authSecret } from "@/lib/crypto/auth-secret";
import { addSender } from "@/lib/email-to-sms/senders/add-sender";
import { listSenders } from "@/lib/email-to-sms/senders/list-senders";
import { countLink } from "@/lib/email-to-sms/senders/sender-link";
import { readSender } from "@/lib/email-to-sms/senders/sender-name";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Who may send texts by email for the account, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listEmailSenders, async ({ db, member, now }) => {
    const { emailToSmsDomain, smtpUrl, appUrl, nodeEnv } = env();
    return {
      domain: emailToSmsDomain ?? null,
      // In development links are in the log.
      sendsLinks: appUrl !== undefined && (smtpUrl !== undefined || nodeEnv === "development"),
      senders: await listSenders(db, member.accountId, now),
    };
  }),
  POST: member(
    addEmailSenderOperation,
    "email_sender_added",
    async (tx, { member, input, now }) => {
      const sender = readSender(input.sender);
      const added = await addSender(tx, { account: member, sender }, authSecret(), now);
      return { details: { sender }, answer: { success: true, sender: added } };
    },
    ({ db, input, address, now }) => countLink(db, readSender(input.sender), address, now),
  ),
});
