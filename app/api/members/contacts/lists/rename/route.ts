import { renameList } from "@/lib/contacts/change-lists";
import { renameContactList } from "@/lib/contracts/members/contacts/contact-lists";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Gives a list another name. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(renameContactList, "contact_list_renamed", async (tx, { member, input }) => {
    await renameList(tx, member.accountId, input);
    return { details: { name: input.name } };
  }),
});
