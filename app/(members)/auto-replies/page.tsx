import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { AutoReplies } from "@/app/(members)/auto-replies/_components/auto-replies";
import { GET as listReplyRulesHandler } from "@/app/api/members/auto-replies/route";
import { GET as listTags } from "@/app/api/members/inbox/tags/route";
import { GET as listTemplatesHandler } from "@/app/api/members/templates/route";
import { listReplyRules } from "@/lib/contracts/members/auto-replies";
import { listConversationTags } from "@/lib/contracts/members/conversation-tags";
import { listTemplates } from "@/lib/contracts/members/sending/templates";

export const metadata: Metadata = { title: "Auto replies" };

/** The rules by which texts are answered by themselves. */
export default function AutoRepliesPage() {
  return (
    <FirstReads
      reads={[
        firstRead(listReplyRules, {}, listReplyRulesHandler),
        firstRead(listConversationTags, {}, listTags),
        firstRead(listTemplates, {}, listTemplatesHandler),
      ]}
    >
      <AutoReplies />
    </FirstReads>
  );
}
