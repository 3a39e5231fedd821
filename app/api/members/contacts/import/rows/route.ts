import { stagePiece } from "@/lib/contacts/import/stage-import";
import { stageContactImport } from "@/lib/contracts/members/contacts/contact-imports";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Brings a piece of a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(stageContactImport, async ({ db, member, input, now }) => ({
    success: true as const,
    problems: await stagePiece(db, member.accountId, input, now),
  })),
});
