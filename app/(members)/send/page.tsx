import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { SendPage } from "@/app/(members)/send/_components/send-page";
import { CONTACTS_ENDPOINTS } from "@/app/api/members/contacts/endpoints";
import { MESSAGES_ENDPOINTS } from "@/app/api/members/messages/endpoints";
import { SEND_ENDPOINTS } from "@/app/api/members/send/endpoints";
import { TEMPLATES_ENDPOINTS } from "@/app/api/members/templates/endpoints";
import { listContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import { readMessageOperation } from "@/lib/contracts/members/messages";
import { readSendOptions } from "@/lib/contracts/members/send";
import { listDrafts } from "@/lib/contracts/members/sending/drafts";
import { listTemplates } from "@/lib/contracts/members/sending/templates";

export const metadata: Metadata = { title: "Send" };

/** Draws the page that sends a text to one or many. */
export default async function SendRoute({ searchParams }: { searchParams: PageSearch }) {
  const { again } = await searchValues(searchParams, ["again"]);
  const reads = [
    firstRead(SEND_ENDPOINTS, readSendOptions, {}),
    firstRead(TEMPLATES_ENDPOINTS, listTemplates, {}),
    firstRead(SEND_ENDPOINTS, listDrafts, {}),
    firstRead(CONTACTS_ENDPOINTS, listContactLists, {}),
    ...(again === "" ? [] : [firstRead(MESSAGES_ENDPOINTS, readMessageOperation, { id: again })]),
  ];
  return (
    <FirstReads reads={reads}>
      <SendPage />
    </FirstReads>
  );
}
