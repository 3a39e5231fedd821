import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { AllMessages } from "@/app/admin/messages/_components/all-messages";
import { ALL_MESSAGES_LIST } from "@/app/admin/messages/_components/filter-names";
import { MESSAGES_ENDPOINTS } from "@/app/api/admin/messages/endpoints";
import { given } from "@/components/members/given";
import { searchAllMessages } from "@/lib/contracts/admin/messages";
import type { MessageState } from "@/lib/contracts/members/messages";

export const metadata: Metadata = { title: "All messages" };

/** Draws the page of the messages of all accounts. */
export default async function AllMessagesPage({ searchParams }: { searchParams: PageSearch }) {
  const values = await searchValues(searchParams, ALL_MESSAGES_LIST);
  const asked = given({ ...values, status: values.status as MessageState });
  return (
    <FirstReads reads={[firstRead(MESSAGES_ENDPOINTS, searchAllMessages, asked)]}>
      <AllMessages />
    </FirstReads>
  );
}
