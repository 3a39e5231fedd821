import { removeEmailSenderOperation } from "@/lib/contracts/members/email-senders";
import { removeSender } from "@/lib/email-to-sms/senders/remove-sender";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Takes a sender off the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeEmailSenderOperation, async ({ change, member, input: { sender } }) => {
    await change(async (tx, write) => {
      await removeSender(tx, member.accountId, sender);
      await write("email_sender_removed", { sender });
    });
    return { success: true as const };
  }),
});
