import { previewImport } from "@/lib/contacts/import/save-import";
import { beginImport } from "@/lib/contacts/import/stage-import";
import { beginContactImport, readContactImport } from "@/lib/contracts/members/contacts/contact-imports";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** What an import would come to; and begins one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    readContactImport,
    ({ db, member: { accountId }, input: { id }, now }) => previewImport(db, { accountId, id }, now),
    "long",
  ),
  POST: member(beginContactImport, async ({ db, member, input, now }) => ({
    success: true as const,
    id: await beginImport(db, member.accountId, input, now),
  })),
});
