import { addList, readLists } from "@/lib/contacts/change-lists";
import { addContactList, listContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The lists of contacts, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listContactLists, ({ db, member }) => readLists(db, member.accountId)),
  POST: member(addContactList, "contact_list_added", async (tx, { member, input, now }) => {
    const id = await addList(tx, member.accountId, input.name, now);
    return { details: { name: input.name }, answer: { success: true, id } };
  }),
});
