import { exportContacts } from "@/lib/contacts/export-contacts";
import { exportContactsOperation } from "@/lib/contracts/members/contacts/contacts";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { csvResponse } from "@/lib/http/reply/csv";

/** The contacts as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(exportContactsOperation, async ({ db, member: { accountId }, stillReads, input }) => {
    const { batches, ...file } = await exportContacts(db, accountId, input);
    return csvResponse({ accountId, stillReads }, { name: "contacts", ...file }, batches);
  }),
});
