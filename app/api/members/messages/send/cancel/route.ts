import { cancelSendOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { cancelSend } from "@/lib/messages/cancel/cancel-send";

/** Cancels what still waits of a bulk send; its money goes back to the balance. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(cancelSendOperation, "send_cancelled", async (tx, { member, input, now }) => {
    const cancelled = await cancelSend(tx, member.accountId, input.id, now);
    return { details: { send: input.id, cancelled }, answer: { success: true, cancelled } };
  }),
});
