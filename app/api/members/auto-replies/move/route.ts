import { moveReplyRule } from "@/lib/contracts/members/auto-replies";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { moveRule } from "@/lib/replies/rules/change-rules";

/** Moves a rule up or down. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(moveReplyRule, "auto_replies_reordered", async (tx, { member, input }) => {
    const name = await moveRule(tx, member.accountId, input);
    return { details: name === null ? null : { name, moved: input.direction } };
  }),
});
