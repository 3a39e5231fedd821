import { deleteMessageOperation } from "@/lib/contracts/members/messages";
import { deleteHeld } from "@/lib/domains/delete-held";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { toDecimal } from "@/lib/money";

/** Deletes a held message; its money goes back to the balance. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(deleteMessageOperation, "message_deleted", async (tx, { member, input, now }) => {
    const { to, givenBackMicros } = await deleteHeld(tx, member.accountId, input.id, now);
    const givenBack = toDecimal(givenBackMicros);
    return { details: { message: input.id, to, givenBack }, answer: { success: true, givenBack } };
  }),
});
