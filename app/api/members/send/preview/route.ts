import { previewSendOperation } from "@/lib/contracts/members/send";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { sendRules } from "@/lib/http/sending";
import { withHeavyPlace } from "@/lib/http/with-heavy-place";
import { previewSend } from "@/lib/messages/preview-send";

/** What a send would come to. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(previewSendOperation, ({ db, member, input, now }) =>
    withHeavyPlace(member.accountId, input.to.length, () => previewSend(db, member, input, sendRules(), now)),
  ),
});
