import { listMessagesOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { listMessages } from "@/lib/messages/query/list-messages";

/** The account's messages. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listMessagesOperation,
    ({ db, member, input, now }) => listMessages(db, member.accountId, input, now),
    "long",
  ),
});
