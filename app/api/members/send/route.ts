import { readSendOptions } from "@/lib/accounts/send-options";
import {
  readSendOptions as readSendOptionsOperation,
  sendFromPageOperation,
} from "@/lib/contracts/members/send";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { HEAVY_RECIPIENTS } from "@/lib/http/limits/heavy-requests";
import { member } from "@/lib/http/member";
import { countRecipients } from "@/lib/messages/merge/list-recipients";
import { sendFromPage } from "@/lib/messages/send/send-from-page";
import { sendRules } from "@/lib/messages/send-rules";

/** What the account may send with; and sends. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readSendOptionsOperation, ({ db, member, now }) =>
    readSendOptions(db, member, env().maxRecipients, now),
  ),
  POST: member(sendFromPageOperation, async ({ db, member, input, now, heavyPlace, still, actor }) => {
    const rules = sendRules();
    const { accountId } = member;
    const recipients = await countRecipients(db, accountId, input, rules.maxRecipients);
    await heavyPlace.enterFor(accountId, recipients);
    // The place may have taken its time: who was removed meanwhile sends nothing.
    if (recipients > HEAVY_RECIPIENTS) await still();
    return sendFromPage({ db, caller: member, rules, now, actor }, input);
  }),
});
