import { removeField } from "@/lib/contacts/fields";
import { removeContactField } from "@/lib/contracts/members/contacts/contact-lists";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Removes a field from all contacts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeContactField, "contact_field_removed", async (tx, { member, input, now }) => ({
    details: { name: await removeField(tx, member.accountId, input.name, now) },
  })),
});
