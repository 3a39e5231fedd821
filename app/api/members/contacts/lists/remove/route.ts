import { removeList } from "@/lib/contacts/change-lists";
import { removeContactList } from "@/lib/contracts/members/contacts/contact-lists";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { requireListUnused } from "@/lib/replies/rules/named-by-rules";

/** Removes a list; its contacts stay. One that an auto reply uses is not removed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeContactList, "contact_list_removed", async (tx, { member, input }) => {
    await requireListUnused(tx, member.accountId, input.id);
    return { details: { name: await removeList(tx, member.accountId, input.id) } };
  }),
});
