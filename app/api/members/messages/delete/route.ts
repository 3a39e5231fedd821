import { recordActivity } from "@/lib/accounts/record-activity";
import { deleteMessageOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { deleteHeld } from "@/lib/messages/delete-held";
import { toDecimal } from "@/lib/money";

/** Deletes a held message; its money goes back to the balance. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(deleteMessageOperation, async ({ db, member, actor, input, now }) => {
    const { to, givenBackMicros } = await deleteHeld(db, member.accountId, input.id, now);
    const givenBack = toDecimal(givenBackMicros);
    const details = { message: input.id, to, givenBack };
    await recordActivity(db, member.accountId, actor, "message_deleted", details, now);
    return { success: true as const, givenBack };
  }),
});
