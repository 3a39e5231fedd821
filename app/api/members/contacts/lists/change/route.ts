import { changeList } from "@/lib/contacts/change-lists";
import { changeContactList } from "@/lib/contracts/members/contacts/contact-lists";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Puts contacts in a list, or takes them out. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeContactList, "contact_list_changed", async (tx, { member, input }) => {
    const { name, changed } = await changeList(tx, member.accountId, input);
    const counted = input.isMember ? { added: changed } : { removed: changed };
    return { details: changed === 0 ? null : { list: name, ...counted }, answer: { success: true, changed } };
  }),
});
