import { readConversationOperation } from "@/lib/contracts/members/inbox";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readConversation } from "@/lib/inbound/read-conversation";

/** What went to and fro with one number. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readConversationOperation, ({ db, member, input, now }) =>
    readConversation(db, member.accountId, input, now),
  ),
});
