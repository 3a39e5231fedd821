import { readMessageOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readMessage } from "@/lib/messages/query/read-message";
import { sendRules } from "@/lib/messages/send-rules";

/** One message of the account, and all that happened to it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readMessageOperation, ({ db, member, input, now }) =>
    readMessage(db, member.accountId, input.id, { quiet: sendRules().quiet, now, isAdmin: member.isAdmin }),
  ),
});
