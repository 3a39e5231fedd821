import { resumeSendOperation } from "@/lib/contracts/members/sending/sends";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { resumeSend } from "@/lib/messages/pause/resume-send";
import { sendRules } from "@/lib/messages/send-rules";

/** Gives what is paused of a send back to the queue, and charges it again: all of it or nothing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(resumeSendOperation, "send_resumed", async (tx, { member, input, now }) => {
    const { quiet } = sendRules();
    const resumed = await resumeSend(tx, member.accountId, input.id, { now, quiet });
    return { details: { send: input.id, resumed }, answer: { success: true, resumed } };
  }),
});
