import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { Inbox } from "@/app/(members)/inbox/_components/inbox";
import { INBOX_LIST } from "@/app/(members)/inbox/_components/inbox-filter-names";
import { INBOX_ENDPOINTS } from "@/app/api/members/inbox/endpoints";
import { given } from "@/components/members/given";
import { listConversationTags } from "@/lib/contracts/members/conversation-tags";
import { listConversationsOperation } from "@/lib/contracts/members/inbox";

export const metadata: Metadata = { title: "Inbox" };

/** Draws the page of conversations. */
export default async function InboxPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = given(await searchValues(searchParams, INBOX_LIST));
  return (
    <FirstReads
      reads={[
        firstRead(INBOX_ENDPOINTS, listConversationsOperation, asked),
        firstRead(INBOX_ENDPOINTS, listConversationTags, {}),
      ]}
    >
      <Inbox />
    </FirstReads>
  );
}
