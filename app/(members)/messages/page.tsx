import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { MESSAGE_LIST } from "@/app/(members)/messages/_components/message-filter-names";
import { Messages } from "@/app/(members)/messages/_components/messages";
import { MESSAGES_ENDPOINTS } from "@/app/api/members/messages/endpoints";
import { given } from "@/components/members/given";
import type { TimeOrder } from "@/lib/contracts/members/cursor";
import {
  countMessagesOperation,
  listMessagesOperation,
  type MessageState,
  readBulkSendOperation,
} from "@/lib/contracts/members/messages";

export const metadata: Metadata = { title: "Messages" };

/** Draws the page of the account's messages. */
export default async function MessagesPage({ searchParams }: { searchParams: PageSearch }) {
  const { before, after, limit, order, ...values } = await searchValues(searchParams, MESSAGE_LIST);
  const filters = { ...values, status: values.status as MessageState };
  const asked = given({ ...filters, before, after, limit, order: order as TimeOrder });
  const reads = [
    firstRead(MESSAGES_ENDPOINTS, listMessagesOperation, asked),
    firstRead(MESSAGES_ENDPOINTS, countMessagesOperation, given(filters)),
    ...(values.send === ""
      ? []
      : [firstRead(MESSAGES_ENDPOINTS, readBulkSendOperation, { id: values.send })]),
  ];
  return (
    <FirstReads reads={reads}>
      <Messages />
    </FirstReads>
  );
}
