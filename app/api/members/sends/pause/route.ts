import { pauseSendOperation } from "@/lib/contracts/members/sending/sends";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { pauseSend } from "@/lib/messages/pause/pause-send";

/** Pauses what still waits of a send; its money goes back to the balance until it is resumed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(pauseSendOperation, "send_paused", async (tx, { member, input, now }) => {
    const paused = await pauseSend(tx, member.accountId, input.id, now);
    return { details: { send: input.id, paused }, answer: { success: true, paused } };
  }),
});
