import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { AutoReplies } from "@/app/(members)/auto-replies/_components/auto-replies";
import { AUTO_REPLIES_ENDPOINTS } from "@/app/api/members/auto-replies/endpoints";
import { INBOX_ENDPOINTS } from "@/app/api/members/inbox/endpoints";
import { TEMPLATES_ENDPOINTS } from "@/app/api/members/templates/endpoints";
import { listReplyRules } from "@/lib/contracts/members/auto-replies";
import { listConversationTags } from "@/lib/contracts/members/conversation-tags";
import { listTemplates } from "@/lib/contracts/members/sending/templates";

export const metadata: Metadata = { title: "Auto replies" };

/** Draws the page of auto replies. */
export default function AutoRepliesPage() {
  return (
    <FirstReads
      reads={[
        firstRead(AUTO_REPLIES_ENDPOINTS, listReplyRules, {}),
        firstRead(INBOX_ENDPOINTS, listConversationTags, {}),
        firstRead(TEMPLATES_ENDPOINTS, listTemplates, {}),
      ]}
    >
      <AutoReplies />
    </FirstReads>
  );
}
