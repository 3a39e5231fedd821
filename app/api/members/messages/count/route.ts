import { countMessagesOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { countMessages } from "@/lib/messages/query/count-messages";

/** How many of the account's messages a filter lets through. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(countMessagesOperation, ({ db, member, input, now }) =>
    countMessages(db, member.accountId, input, now),
  ),
});
