import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { MESSAGE_LIST } from "@/app/(members)/messages/_components/message-filter-names";
import { Messages } from "@/app/(members)/messages/_components/messages";
import { GET as countMessages } from "@/app/api/members/messages/count/route";
import { GET as listMessages } from "@/app/api/members/messages/route";
import { GET as readBulkSend } from "@/app/api/members/messages/send/route";
import { given } from "@/components/members/given";
import type { TimeOrder } from "@/lib/contracts/members/cursor";
import {
  countMessagesOperation,
  listMessagesOperation,
  type MessageState,
  readBulkSendOperation,
} from "@/lib/contracts/members/messages";

export const metadata: Metadata = { title: "Messages" };

/** The account's messages. */
export default async function MessagesPage({ searchParams }: { searchParams: PageSearch }) {
  const { before, after, limit, order, ...values } = await searchValues(searchParams, MESSAGE_LIST);
  const filters = { ...values, status: values.status as MessageState };
  const asked = given({ ...filters, before, after, limit, order: order as TimeOrder });
  const reads = [
    firstRead(listMessagesOperation, asked, listMessages),
    firstRead(countMessagesOperation, given(filters), countMessages),
    ...(values.send === "" ? [] : [firstRead(readBulkSendOperation, { id: values.send }, readBulkSend)]),
  ];
  return (
    <FirstReads reads={reads}>
      <Messages />
    </FirstReads>
  );
}
