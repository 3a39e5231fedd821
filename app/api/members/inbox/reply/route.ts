import { replyOperation } from "@/lib/contracts/members/inbox";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { reply } from "@/lib/inbound/reply";
import { sendRules } from "@/lib/messages/send-rules";

/** Answers somebody who has written to the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(replyOperation, ({ db, member, input, now, actor }) =>
    reply({ db, caller: member, rules: sendRules(), now, actor }, input),
  ),
});
