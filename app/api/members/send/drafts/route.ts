import { listDrafts, saveDraftOperation } from "@/lib/contracts/members/sending/drafts";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { listSendDrafts, saveSendDraft } from "@/lib/messages/drafts/drafts";

/** The forms of the page Send that an account keeps, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listDrafts, ({ db, member }) => listSendDrafts(db, member.accountId)),
  POST: member(saveDraftOperation, "draft_saved", async (tx, { member, input, now }) => {
    const id = await saveSendDraft(tx, member.accountId, input, now);
    return { details: { name: input.name }, answer: { success: true, id } };
  }),
});
