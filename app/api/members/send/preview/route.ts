import { previewSendOperation } from "@/lib/contracts/members/send";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { countRecipients } from "@/lib/messages/merge/list-recipients";
import { previewSend } from "@/lib/messages/send/preview-send";
import { sendRules } from "@/lib/messages/send-rules";

/** What a send would come to. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(previewSendOperation, async ({ db, member, input, now, heavyPlace }) => {
    const rules = sendRules();
    const { accountId } = member;
    await heavyPlace.enterFor(accountId, await countRecipients(db, accountId, input, rules.maxRecipients));
    return previewSend({ db, caller: member, rules, now }, input);
  }),
});
