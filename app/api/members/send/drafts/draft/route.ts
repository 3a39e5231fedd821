import { readDraftOperation } from "@/lib/contracts/members/sending/drafts";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { readSendDraft } from "@/lib/messages/drafts/drafts";

/** A draft with its form. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readDraftOperation, ({ db, member, input }) => readSendDraft(db, member.accountId, input.id)),
});
