"use client";

import Link from "next/link";
import { ConversationList } from "@/app/(members)/inbox/_components/conversation-list";
import { INBOX_FILTERS, INBOX_LIST } from "@/app/(members)/inbox/_components/inbox-filter-names";
import { CursorPager } from "@/components/lists/cursor-pager";
import { DownloadCsv } from "@/components/lists/download-csv";
import { FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, filterChips } from "@/components/lists/filter-chips";
import { FilterField } from "@/components/lists/filter-field";
import { SavedViews } from "@/components/lists/saved-views";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { exportInboxOperation, listConversationsOperation } from "@/lib/contracts/routes/messaging-routes";

/** Who has written to the account, the latest first. */
export function Inbox() {
  const { values, set, clear } = useUrlFilters(INBOX_LIST);
  const { number, before, after } = values;
  const isNewest = before === "" && after === "";
  const conversations = useMember(listConversationsOperation, given(values));
  return (
    <>
      <PageHeader
        title="Inbox"
        actions={
          <>
            <SavedViews list="inbox" names={INBOX_FILTERS} />
            <May call={exportInboxOperation}>
              <DownloadCsv href={`${exportInboxOperation.path}${queryString({ number })}`} />
            </May>
          </>
        }
      >
        Messages people sent you, newest first.
      </PageHeader>
      <Panel>
        <search className="mb-4 flex flex-col gap-3" aria-label="Conversations">
          <div className="sm:max-w-sm">
            <FilterField
              label="Number"
              type="search"
              placeholder="021 123 4567"
              value={number}
              onChange={(next) => set({ number: next })}
            />
          </div>
          <FilterBar chips={filterChips(values, { number: chosenAs("Number") }, set)} onClear={clear} />
        </search>
        <Loaded query={conversations}>
          {({ conversations: rows, newer, older }) => (
            <>
              {rows.length === 0 ? (
                <NobodyWrote isFiltered={number !== "" || !isNewest} />
              ) : (
                <ConversationList rows={rows} />
              )}
              <CursorPager newer={newer} older={older} />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  );
}

function NobodyWrote({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No conversation with this number">
        Enter the full number, or clear the search.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet">
      Replies to your messages appear here within seconds.{" "}
      <Link className={LINK_IN_TEXT} href="/send">
        Send a message
      </Link>
    </EmptyState>
  );
}
