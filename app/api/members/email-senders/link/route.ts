import { resendEmailSenderLink } from "@/lib/contracts/members/email-senders";
import { authSecret } from "@/lib/crypto/auth-secret";
import { countLink, resendLink } from "@/lib/email-to-sms/senders/sender-link";
import { readSender } from "@/lib/email-to-sms/senders/sender-name";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Another link to confirm a sender. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resendEmailSenderLink, async ({ db, member, input, address, now }) => {
    const sender = readSender(input.sender);
    await countLink(db, sender, address, now);
    await db.transaction((tx) => resendLink(tx, { account: member, sender }, authSecret(), now));
    return { success: true as const };
  }),
});
