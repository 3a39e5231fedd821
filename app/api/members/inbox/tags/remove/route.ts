import { removeConversationTag } from "@/lib/contracts/members/conversation-tags";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { removeTag } from "@/lib/inbound/change-tags";
import { readTags } from "@/lib/inbound/tags/read-tags";

/** Takes a tag off a conversation. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeConversationTag, "conversation_untagged", async (tx, { member, input }) => {
    const { number, tag } = await removeTag(tx, member.accountId, input);
    const tags = await readTags(tx, member.accountId, number);
    return { details: tag === null ? null : { number, tag }, answer: { success: true, tags } };
  }),
});
