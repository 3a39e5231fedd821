import { nameSendOperation } from "@/lib/contracts/members/sending/sends";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { nameSend } from "@/lib/messages/sends/name-send";

/** Gives a send another name, or none. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(nameSendOperation, "send_named", async (tx, { member, input }) => {
    const name = input.name ?? null;
    await nameSend(tx, member.accountId, { id: input.id, name });
    return { details: { send: input.id, name } };
  }),
});
