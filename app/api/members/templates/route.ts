import { addTemplateOperation, listTemplates } from "@/lib/contracts/members/sending/templates";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { addTemplate, readTemplates } from "@/lib/messages/templates/change-templates";

/** The texts that an account keeps, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listTemplates, ({ db, member }) => readTemplates(db, member.accountId)),
  POST: member(addTemplateOperation, "template_added", async (tx, { member, input, now }) => {
    const id = await addTemplate(tx, member.accountId, input, now);
    return { details: { name: input.name }, answer: { success: true, id } };
  }),
});
