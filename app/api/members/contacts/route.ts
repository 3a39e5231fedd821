import { addContact } from "@/lib/contacts/change-contacts";
import { listContacts } from "@/lib/contacts/list-contacts";
import { addContactOperation, listContactsOperation } from "@/lib/contracts/members/contacts/contacts";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The people that the account knows, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    listContactsOperation,
    ({ db, member, input }) => listContacts(db, member.accountId, input),
    "long",
  ),
  POST: member(addContactOperation, "contact_added", async (tx, { member, input, now }) => {
    const { id, msisdn } = await addContact(tx, member.accountId, input, now);
    return { details: { number: msisdn }, answer: { success: true, id } };
  }),
});
