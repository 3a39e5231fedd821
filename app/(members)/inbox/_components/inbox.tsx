"use client";

import Link from "next/link";
import { ConversationList } from "@/app/(members)/inbox/_components/conversation-list";
import { INBOX_FILTERS, INBOX_LIST } from "@/app/(members)/inbox/_components/inbox-filter-names";
import { CursorPager } from "@/components/lists/cursor-pager";
import { FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, filterChips } from "@/components/lists/filter-chips";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { SavedViews } from "@/components/lists/saved-views";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { DownloadCsv } from "@/components/members/download-csv";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { totalOf } from "@/components/ui/count";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { listConversationTags } from "@/lib/contracts/generated/members/conversation-tags";
import { exportInboxOperation, listConversationsOperation } from "@/lib/contracts/generated/members/inbox";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";

/** Draws the numbers that have written to the account, the latest first. */
export function Inbox() {
  const { values, set, clear } = useUrlFilters(INBOX_LIST);
  const { number, tag, before, after } = values;
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
              <DownloadCsv href={`${exportInboxOperation.path}${queryString({ number, tag })}`} />
            </May>
          </>
        }
      >
        Messages people sent you, newest first.
      </PageHeader>
      <Panel>
        <search className="mb-4 flex flex-col gap-3" aria-label="Conversations">
          <div className="grid gap-3 sm:max-w-2xl sm:grid-cols-2">
            <FilterField
              label="Number"
              type="search"
              placeholder="021 123 4567"
              value={number}
              onChange={(next) => set({ number: next })}
            />
            <TagFilter tag={tag} onChange={(next) => set({ tag: next })} />
          </div>
          <FilterBar
            chips={filterChips(values, { number: chosenAs("Number"), tag: chosenAs("Tag") }, set)}
            onClear={clear}
          />
        </search>
        <Loaded query={conversations}>
          {({ conversations: rows, total, newer, older }) => (
            <>
              {rows.length === 0 ? (
                <NobodyWrote tag={tag} isFiltered={number !== "" || !isNewest} />
              ) : (
                <ConversationList rows={rows} count={totalOf(total, rows.length, "conversation")} />
              )}
              <CursorPager newer={newer} older={older} />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  );
}

/** Draws the choice of a tag. Draws nothing if the account has no tag. */
function TagFilter({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const { data } = useMember(listConversationTags, {});
  const tags = data?.tags ?? [];
  const isKnown = tags.includes(tag);
  if (tags.length === 0 && tag === "") return null;
  const options = [...(tag === "" || isKnown ? [] : [tag]), ...tags];
  return (
    <FilterSelect
      label="Tag"
      value={tag}
      options={[{ value: "", title: "Any" }, ...options.map((each) => ({ value: each, title: each }))]}
      onChange={onChange}
    />
  );
}

function NobodyWrote({ tag, isFiltered }: { tag: string; isFiltered: boolean }) {
  if (tag !== "") {
    return (
      <EmptyState title="No conversation has this tag">
        Choose another tag, or clear the filters. You add tags to a conversation on its page.
      </EmptyState>
    );
  }
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
      <May call={sendFromPageOperation}>
        <Link className={LINK_IN_TEXT} href="/send">
          Send a message
        </Link>
      </May>
    </EmptyState>
  );
}
