import { cancelImport } from "@/lib/contacts/import/stage-import";
import { cancelContactImport } from "@/lib/contracts/members/contacts/contact-imports";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Drops an import that is not saved. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(cancelContactImport, async ({ db, member, input }) => {
    await cancelImport(db, member.accountId, input.id);
    return { success: true as const };
  }),
});
