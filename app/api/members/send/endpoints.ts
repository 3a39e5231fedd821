import { readSendOptions } from "@/lib/accounts/send-options";
import {
  previewSendOperation,
  readSendOptions as readSendOptionsOperation,
  sendFromPageOperation,
} from "@/lib/contracts/members/send";
import {
  listDrafts,
  readDraftOperation,
  removeDraftOperation,
  saveDraftOperation,
} from "@/lib/contracts/members/sending/drafts";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { HEAVY_RECIPIENTS } from "@/lib/http/limits/heavy-requests";
import { member } from "@/lib/http/member";
import { listSendDrafts, readSendDraft, removeSendDraft, saveSendDraft } from "@/lib/messages/drafts/drafts";
import { countRecipients } from "@/lib/messages/merge/list-recipients";
import { previewSend } from "@/lib/messages/send/preview-send";
import { sendFromPage } from "@/lib/messages/send/send-from-page";
import { sendRules } from "@/lib/messages/send-rules";

export const SEND_ENDPOINTS = tableOf([
  member(readSendOptionsOperation, ({ db, member, now }) =>
    readSendOptions(db, member, env().maxRecipients, now),
  ),
  member(sendFromPageOperation, async ({ db, member, input, now, heavyPlace, still, actor }) => {
    const rules = sendRules();
    const { accountId } = member;
    const recipients = await countRecipients(db, accountId, input, rules.maxRecipients);
    await heavyPlace.enterFor(accountId, recipients);
    // Waiting for the slot may have taken time. A person who was removed meanwhile sends no message.
    if (recipients > HEAVY_RECIPIENTS) await still();
    return sendFromPage({ db, caller: member, rules, now, actor }, input);
  }),
  member(listDrafts, ({ db, member }) => listSendDrafts(db, member.accountId)),
  member(saveDraftOperation, "draft_saved", async (tx, { member, input, now }) => {
    const id = await saveSendDraft(tx, member.accountId, input, now);
    return { details: { name: input.name }, answer: { success: true, id } };
  }),
  member(readDraftOperation, ({ db, member, input }) => readSendDraft(db, member.accountId, input.id)),
  member(removeDraftOperation, "draft_removed", async (tx, { member, input }) => ({
    details: { name: await removeSendDraft(tx, member.accountId, input.id) },
  })),
  member(previewSendOperation, async ({ db, member, input, now, heavyPlace }) => {
    const rules = sendRules();
    const { accountId } = member;
    await heavyPlace.enterFor(accountId, await countRecipients(db, accountId, input, rules.maxRecipients));
    return previewSend({ db, caller: member, rules, now }, input);
  }),
]);
