import { removeEmailSenderOperation } from "@/lib/contracts/members/email-senders";
import { removeSender } from "@/lib/email-to-sms/senders/remove-sender";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a sender off the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    removeEmailSenderOperation,
    "email_sender_removed",
    async (tx, { member, input: { sender } }) => {
      await removeSender(tx, member.accountId, sender);
      return { details: { sender } };
    },
  ),
});
