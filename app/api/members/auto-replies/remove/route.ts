import { removeReplyRule } from "@/lib/contracts/members/auto-replies";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { removeRule } from "@/lib/replies/rules/change-rules";

/** Deletes a rule. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeReplyRule, "auto_reply_removed", async (tx, { member, input }) => ({
    details: { name: await removeRule(tx, member.accountId, input.id) },
  })),
});
