import { removeTemplateOperation } from "@/lib/contracts/members/sending/templates";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { removeTemplate } from "@/lib/messages/templates/change-templates";

/** Deletes a template. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeTemplateOperation, "template_removed", async (tx, { member, input }) => ({
    details: { name: await removeTemplate(tx, member.accountId, input.id) },
  })),
});
