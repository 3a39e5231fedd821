import { replyOperation } from "@/lib/contracts/members/inbox";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { sendRules, wakeFor } from "@/lib/http/sending";
import { reply } from "@/lib/inbound/reply";

/** Answers somebody who has written to the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(replyOperation, async ({ db, member, input, now }) => {
    const replied = await reply(db, member, input, sendRules(), now);
    wakeFor(replied);
    return replied.response;
  }),
});
