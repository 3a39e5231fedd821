import {
  addTemplateOperation,
  changeTemplateOperation,
  listTemplates,
  removeTemplateOperation,
} from "@/lib/contracts/members/sending/templates";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import {
  addTemplate,
  changeTemplate,
  readTemplates,
  removeTemplate,
} from "@/lib/messages/templates/change-templates";

export const TEMPLATES_ENDPOINTS = tableOf([
  member(listTemplates, ({ db, member }) => readTemplates(db, member.accountId)),
  member(addTemplateOperation, "template_added", async (tx, { member, input, now }) => {
    const id = await addTemplate(tx, member.accountId, input, now);
    return { details: { name: input.name }, answer: { success: true, id } };
  }),
  member(changeTemplateOperation, "template_changed", async (tx, { member, input }) => {
    await changeTemplate(tx, member.accountId, input);
    return { details: { name: input.name } };
  }),
  member(removeTemplateOperation, "template_removed", async (tx, { member, input }) => ({
    details: { name: await removeTemplate(tx, member.accountId, input.id) },
  })),
]);
