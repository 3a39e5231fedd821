"use client";

import { MESSAGE_FILTERS, MESSAGE_LIST } from "@/app/(members)/messages/_components/message-filter-names";
import { MessageFilters } from "@/app/(members)/messages/_components/message-filters";
import { MessagesTable } from "@/app/(members)/messages/_components/messages-table";
import { SendTotals } from "@/app/(members)/messages/_components/send-totals";
import { CursorPager } from "@/components/lists/cursor-pager";
import { DownloadCsv } from "@/components/lists/download-csv";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { useMember } from "@/components/members/use-member";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import {
  exportMessagesOperation,
  listMessagesOperation,
  type MessageState,
} from "@/lib/contracts/members/messages";

/** The list of messages, with filters and a download. */
export function Messages() {
  const { values, set, clear } = useUrlFilters(MESSAGE_LIST);
  const { before, after, ...filters } = values;
  const asked = { ...filters, status: filters.status as MessageState };
  const messages = useMember(listMessagesOperation, given({ ...asked, before, after }));
  const isFiltered = MESSAGE_FILTERS.some((name) => filters[name] !== "");
  return (
    <>
      <PageHeader
        title="Messages"
        actions={<DownloadCsv href={`${exportMessagesOperation.path}${queryString(filters)}`} />}
      >
        Every text that your account has sent, and what became of it. Times are New Zealand time.
      </PageHeader>
      <Panel>
        <MessageFilters values={filters} onChange={set} onClear={clear} />
        {filters.send === "" ? null : <SendTotals id={filters.send} />}
        <Loaded query={messages}>
          {({ messages: rows, newer, older }) => (
            <>
              {rows.length === 0 ? (
                <NoMessages isFiltered={isFiltered || before !== ""} search={filters.search} />
              ) : (
                <MessagesTable rows={rows} />
              )}
              <CursorPager newer={newer} older={older} />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  );
}

function NoMessages({ isFiltered, search }: { isFiltered: boolean; search: string }) {
  if (search.startsWith("SANDBOX_")) {
    return (
      <EmptyState title="A test leaves no trace">
        A message sent in the sandbox is not sent, billed or kept, so there is nothing to find.
      </EmptyState>
    );
  }
  if (isFiltered) {
    return (
      <EmptyState title="No message fits">
        Numbers, message ids and your own ids are found when they are whole. Check them, or clear the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet">
      What you send, by the API or the page Send, is listed here with what became of it.
    </EmptyState>
  );
}
