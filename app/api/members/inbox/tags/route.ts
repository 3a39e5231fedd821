import { addConversationTag, listConversationTags } from "@/lib/contracts/members/conversation-tags";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { addTag } from "@/lib/inbound/change-tags";
import { listTags, readTags } from "@/lib/inbound/tags/read-tags";

/** The tags of the account's conversations, and one more on a conversation. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listConversationTags, async ({ db, member }) => ({
    tags: await listTags(db, member.accountId),
  })),
  POST: member(addConversationTag, "conversation_tagged", async (tx, { member, input, now }) => {
    const { number, tag } = await addTag(tx, member.accountId, input, now);
    const tags = await readTags(tx, member.accountId, number);
    return { details: tag === null ? null : { number, tag }, answer: { success: true, tags } };
  }),
});
