import { removeDraftOperation } from "@/lib/contracts/members/sending/drafts";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { removeSendDraft } from "@/lib/messages/drafts/drafts";

/** Deletes a draft. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeDraftOperation, "draft_removed", async (tx, { member, input }) => ({
    details: { name: await removeSendDraft(tx, member.accountId, input.id) },
  })),
});
