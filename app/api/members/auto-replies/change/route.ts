import { changeReplyRule } from "@/lib/contracts/members/auto-replies";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { changeRule } from "@/lib/replies/rules/change-rules";

/** Writes a rule anew. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeReplyRule, "auto_reply_changed", async (tx, { member, input }) => {
    await changeRule(tx, member, input);
    return { details: { name: input.name } };
  }),
});
