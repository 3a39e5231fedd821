import { cancelMessageOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { cancelMessage } from "@/lib/messages/cancel/cancel-messages";
import { toDecimal } from "@/lib/money";

/** Cancels a message that waits; its money goes back to the balance. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(cancelMessageOperation, "message_deleted", async (tx, { member, input, now }) => {
    const { to, givenBackMicros } = await cancelMessage(tx, member.accountId, input.id, now);
    const givenBack = toDecimal(givenBackMicros);
    return { details: { message: input.id, to, givenBack }, answer: { success: true, givenBack } };
  }),
});
