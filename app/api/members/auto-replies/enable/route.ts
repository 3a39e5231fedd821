import { enableReplyRule } from "@/lib/contracts/members/auto-replies";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { enableRule } from "@/lib/replies/rules/change-rules";

/** Switches a rule on or off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(enableReplyRule, "auto_reply_changed", async (tx, { member, input }) => {
    const name = await enableRule(tx, member.accountId, input);
    return { details: name === null ? null : { name, enabled: input.enabled } };
  }),
});
