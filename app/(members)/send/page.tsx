import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { SendPage } from "@/app/(members)/send/_components/send-page";
import { GET as listContactListsHandler } from "@/app/api/members/contacts/lists/route";
import { GET as readMessage } from "@/app/api/members/messages/message/route";
import { GET as listDraftsHandler } from "@/app/api/members/send/drafts/route";
import { GET as readSendOptionsHandler } from "@/app/api/members/send/route";
import { GET as listTemplatesHandler } from "@/app/api/members/templates/route";
import { listContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import { readMessageOperation } from "@/lib/contracts/members/messages";
import { readSendOptions } from "@/lib/contracts/members/send";
import { listDrafts } from "@/lib/contracts/members/sending/drafts";
import { listTemplates } from "@/lib/contracts/members/sending/templates";

export const metadata: Metadata = { title: "Send" };

/** Writes a text, and sends it to one or to many. */
export default async function SendRoute({ searchParams }: { searchParams: PageSearch }) {
  const { again } = await searchValues(searchParams, ["again"]);
  const reads = [
    firstRead(readSendOptions, {}, readSendOptionsHandler),
    firstRead(listTemplates, {}, listTemplatesHandler),
    firstRead(listDrafts, {}, listDraftsHandler),
    firstRead(listContactLists, {}, listContactListsHandler),
    ...(again === "" ? [] : [firstRead(readMessageOperation, { id: again }, readMessage)]),
  ];
  return (
    <FirstReads reads={reads}>
      <SendPage />
    </FirstReads>
  );
}
