import { removeList } from "@/lib/contacts/change-lists";
import { removeContactList } from "@/lib/contracts/members/contacts/contact-lists";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Removes a list; its contacts stay. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeContactList, "contact_list_removed", async (tx, { member, input }) => ({
    details: { name: await removeList(tx, member.accountId, input.id) },
  })),
});
