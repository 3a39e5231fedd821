import { removeContacts } from "@/lib/contacts/change-contacts";
import { removeContactsOperation } from "@/lib/contracts/members/contacts/contacts";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Removes contacts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeContactsOperation, "contacts_removed", async (tx, { member, input }) => {
    const removed = await removeContacts(tx, member.accountId, input.ids);
    return { details: removed === 0 ? null : { contacts: removed }, answer: { success: true, removed } };
  }),
});
