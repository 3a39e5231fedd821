import { saveImport } from "@/lib/contacts/import/save-import";
import { saveContactImport } from "@/lib/contracts/members/contacts/contact-imports";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Makes contacts of an import, all at once. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(saveContactImport, async ({ db, actor, input, now, still }) => ({
    success: true as const,
    ...(await saveImport(db, actor, { ...input, still }, now)),
  })),
});
