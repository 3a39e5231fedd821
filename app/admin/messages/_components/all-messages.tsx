"use client";

import { ALL_MESSAGES_FILTERS, ALL_MESSAGES_LIST } from "@/app/admin/messages/_components/filter-names";
import { CursorPager } from "@/components/lists/cursor-pager";
import { DataTable } from "@/components/lists/data-table";
import { DateFilters, FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, dateChip, filterChips } from "@/components/lists/filter-chips";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { MissingCells } from "@/components/lists/missing-cells";
import { SavedViews } from "@/components/lists/saved-views";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { given } from "@/components/members/given";
import { MessageStateChip } from "@/components/members/message-state";
import { useMember } from "@/components/members/use-member";
import { ListReach } from "@/components/messages/search-reach";
import { STATE_OPTIONS } from "@/components/messages/state-options";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { useToday } from "@/components/ui/today";
import type { AnyMessageRecord } from "@/lib/contracts/admin/messages";
import { searchAllMessages } from "@/lib/contracts/generated/admin/messages";
import type { MessageState } from "@/lib/contracts/members/messages";

type Values = Record<(typeof ALL_MESSAGES_FILTERS)[number], string>;

const CHIPS = {
  search: chosenAs("Search"),
  account: chosenAs("Account"),
  status: chosenAs("Status", STATE_OPTIONS),
};

/** Draws the messages of all accounts, with filters. */
export function AllMessages() {
  const { values, set, clear } = useUrlFilters(ALL_MESSAGES_LIST);
  const messages = useMember(searchAllMessages, given({ ...values, status: values.status as MessageState }));
  return (
    <>
      <PageHeader
        title="All messages"
        actions={<SavedViews list="all-messages" names={ALL_MESSAGES_FILTERS} />}
      >
        Messages of all accounts, newest first.
      </PageHeader>
      <Panel>
        <Filters values={values} onChange={set} onClear={clear} />
        <Loaded query={messages}>
          {({ messages: rows, newer, older, searchedSince, awayCells }) => (
            <>
              <MissingCells awayCells={awayCells} what="messages" />
              {rows.length === 0 ? (
                <EmptyState title="No messages match">
                  Enter the full number or message ID, or change the filters.
                </EmptyState>
              ) : (
                <List rows={rows} />
              )}
              <ListReach since={searchedSince} asked={values} />
              <CursorPager newer={newer} older={older} />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  );
}

function Filters({
  values,
  onChange,
  onClear,
}: {
  values: Values;
  onChange: (changes: Partial<Values>) => void;
  onClear: () => void;
}) {
  const today = useToday() ?? "";
  const range = { start: values.start, end: values.end };
  return (
    <search className="mb-5 flex flex-col gap-3" aria-label="All messages">
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <FilterField
          label="Search"
          type="search"
          placeholder="Number, message ID or words"
          value={values.search}
          onChange={(search) => onChange({ search })}
        />
        <FilterField
          label="Account"
          placeholder="Account number or email"
          value={values.account}
          onChange={(account) => onChange({ account })}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
        <FilterSelect
          label="Status"
          options={STATE_OPTIONS}
          value={values.status}
          onChange={(status) => onChange({ status })}
        />
        <DateFilters range={range} onChange={onChange} />
      </div>
      <FilterBar
        chips={[
          ...filterChips(values, CHIPS, onChange),
          ...dateChip(range, today, () => onChange({ start: "", end: "" })),
        ]}
        onClear={onClear}
      />
    </search>
  );
}

function List({ rows }: { rows: readonly AnyMessageRecord[] }) {
  return (
    <DataTable
      label="All messages"
      rows={rows}
      keyOf={({ id }) => id}
      href={({ id }) => `/admin/messages/${id}`}
      columns={[
        { title: "To", isFixed: true, phone: "title", cell: ({ to }) => <PhoneNumber number={to} /> },
        {
          title: "Text",
          phone: "text",
          cell: ({ text }) => <span className="line-clamp-2 wrap-anywhere">{text}</span>,
        },
        { title: "Account", cell: ({ account }) => <span className="break-words">{account.name}</span> },
        { title: "Status", phone: "state", cell: ({ state }) => <MessageStateChip state={state} /> },
        { title: "Accepted", phone: "aside", cell: ({ acceptedAt }) => <Time at={acceptedAt} /> },
      ]}
    />
  );
}
