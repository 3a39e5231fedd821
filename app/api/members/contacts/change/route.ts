import { changeContact } from "@/lib/contacts/change-contacts";
import { changeContactOperation } from "@/lib/contracts/members/contacts/contacts";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Writes a contact anew. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeContactOperation, "contact_changed", async (tx, { member, input }) => ({
    details: { number: await changeContact(tx, member.accountId, input) },
  })),
});
