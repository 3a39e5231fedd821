import { databaseOfCredential } from "@/lib/cells/directory/credentials";
import { confirmEmailSenderOperation } from "@/lib/contracts/members/email-senders";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { confirmSender } from "@/lib/email-to-sms/senders/confirm-sender";
import { route } from "@/lib/http/handler";
import { visitor } from "@/lib/http/member";

/** Confirms a sender by the link that was sent there. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: visitor(
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
});
