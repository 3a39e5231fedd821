import { readBulkSendOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readSend } from "@/lib/messages/sends/read-send";

/** What came of the messages of one bulk send. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    readBulkSendOperation,
    ({ db, member, input, now }) => readSend(db, member.accountId, input.id, now),
    "long",
  ),
});
