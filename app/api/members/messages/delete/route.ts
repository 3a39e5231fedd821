import { deleteMessageOperation } from "@/lib/contracts/members/messages";
import { deleteHeld } from "@/lib/domains/delete-held";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { toDecimal } from "@/lib/money";

/** Deletes a held message; its money goes back to the balance. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(deleteMessageOperation, async ({ change, member, input, now }) => {
    const givenBack = await change(async (tx, write) => {
      const { to, givenBackMicros } = await deleteHeld(tx, member.accountId, input.id, now);
      const amount = toDecimal(givenBackMicros);
      await write("message_deleted", { message: input.id, to, givenBack: amount });
      return amount;
    });
    return { success: true as const, givenBack };
  }),
});
