import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { Inbox } from "@/app/(members)/inbox/_components/inbox";
import { INBOX_LIST } from "@/app/(members)/inbox/_components/inbox-filter-names";
import { GET as listConversations } from "@/app/api/members/inbox/route";
import { GET as listTags } from "@/app/api/members/inbox/tags/route";
import { given } from "@/components/members/given";
import { listConversationTags } from "@/lib/contracts/members/conversation-tags";
import { listConversationsOperation } from "@/lib/contracts/members/inbox";

export const metadata: Metadata = { title: "Inbox" };

/** Who has written to the account. */
export default async function InboxPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = given(await searchValues(searchParams, INBOX_LIST));
  return (
    <FirstReads
      reads={[
        firstRead(listConversationsOperation, asked, listConversations),
        firstRead(listConversationTags, {}, listTags),
      ]}
    >
      <Inbox />
    </FirstReads>
  );
}
