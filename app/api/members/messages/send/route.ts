import { readBulkSendOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readBulkSend } from "@/lib/messages/query/read-bulk-send";

/** How far the messages of one bulk send are. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    readBulkSendOperation,
    ({ db, member, input }) => readBulkSend(db, member.accountId, input.id),
    "long",
  ),
});
