import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { AutoReplies } from "@/app/(members)/auto-replies/_components/auto-replies";
import { GET as listReplyRulesHandler } from "@/app/api/members/auto-replies/route";
import { listReplyRules } from "@/lib/contracts/members/inbound/auto-replies";

export const metadata: Metadata = { title: "Auto replies" };

/** The rules by which texts are answered by themselves. */
export default function AutoRepliesPage() {
  return (
    <FirstReads reads={[firstRead(listReplyRules, {}, listReplyRulesHandler)]}>
      <AutoReplies />
    </FirstReads>
  );
}
