import { changeTemplateOperation } from "@/lib/contracts/members/sending/templates";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { changeTemplate } from "@/lib/messages/templates/change-templates";

/** Gives a template another name or text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeTemplateOperation, "template_changed", async (tx, { member, input }) => {
    await changeTemplate(tx, member.accountId, input);
    return { details: { name: input.name } };
  }),
});
