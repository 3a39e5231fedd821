import { listConversationsOperation } from "@/lib/contracts/members/inbox";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { listConversations } from "@/lib/inbound/list-conversations";

/** Who has written to the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listConversationsOperation,
    ({ db, member, input }) => listConversations(db, member.accountId, input),
    "long",
  ),
});
