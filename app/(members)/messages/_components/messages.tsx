"use client";

import { MESSAGE_FILTERS, MESSAGE_LIST } from "@/app/(members)/messages/_components/message-filter-names";
import { MessageFilters } from "@/app/(members)/messages/_components/message-filters";
import { MessagesTable } from "@/app/(members)/messages/_components/messages-table";
import { loadedLater } from "@/components/controls/loaded-later";
import { CursorPager } from "@/components/lists/cursor-pager";
import { SavedViews } from "@/components/lists/saved-views";
import { NEWEST_FIRST } from "@/components/lists/table/list-order";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { DownloadCsv } from "@/components/members/download-csv";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { totalOf } from "@/components/ui/count";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import {
  countMessagesOperation,
  exportMessagesOperation,
  listMessagesOperation,
} from "@/lib/contracts/generated/members/messages";
import type { TimeOrder } from "@/lib/contracts/members/cursor";
import type { MessageState } from "@/lib/contracts/members/messages";

// The panel is drawn for one send only. Its space stays empty until its code is loaded.
const SendTotals = loadedLater(async () => (await import("@/components/sends/send-totals")).SendTotals);

/** Draws the list of messages, with filters and a download. */
export function Messages() {
  const { values, set, clear } = useUrlFilters(MESSAGE_LIST);
  const { before, after, limit, order, ...filters } = values;
  const asked = { ...filters, status: filters.status as MessageState };
  const place = { before, after, limit, order: order as TimeOrder };
  const messages = useMember(listMessagesOperation, given({ ...asked, ...place }));
  const counted = useMember(countMessagesOperation, given(asked));
  const isFiltered = MESSAGE_FILTERS.some((name) => filters[name] !== "");
  return (
    <>
      <PageHeader
        title="Messages"
        actions={
          <>
            <SavedViews list="messages" names={MESSAGE_FILTERS} />
            <May call={exportMessagesOperation}>
              <DownloadCsv href={`${exportMessagesOperation.path}${queryString(filters)}`} />
            </May>
          </>
        }
      >
        All messages you’ve sent.
      </PageHeader>
      <Panel>
        <MessageFilters values={filters} onChange={set} onClear={clear} />
        {filters.send === "" ? null : (
          <div className="min-h-16">
            <SendTotals id={filters.send} />
          </div>
        )}
        <Loaded query={messages}>
          {({ messages: rows, newer, older }) => (
            <>
              {rows.length === 0 ? (
                <NoMessages isFiltered={isFiltered || before !== ""} search={filters.search} />
              ) : (
                <MessagesTable
                  rows={rows}
                  order={{ value: order, onChange: (next) => set({ order: next }), usual: NEWEST_FIRST }}
                  count={
                    counted.isPlaceholderData || counted.data === undefined
                      ? undefined
                      : totalOf(counted.data, rows.length, "message")
                  }
                />
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
      <EmptyState title="Test messages aren’t kept">
        Sandbox messages are not sent, billed or stored.
      </EmptyState>
    );
  }
  if (isFiltered) {
    return (
      <EmptyState title="No messages match">
        Enter the full number, message ID or reference, or clear the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet">
      Messages you send from the API or the Send page appear here.
    </EmptyState>
  );
}
