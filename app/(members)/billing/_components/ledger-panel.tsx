"use client";

import {
  LEDGER_FILTERS,
  LEDGER_LIST,
  LEDGER_PAGE,
} from "@/app/(members)/billing/_components/billing-filter-names";
import { CursorPager } from "@/components/lists/cursor-pager";
import { DataTable } from "@/components/lists/data-table";
import { FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, filterChips } from "@/components/lists/filter-chips";
import { FilterSelect } from "@/components/lists/filter-field";
import { monthName, monthsBetween } from "@/components/lists/month-names";
import { SavedViews } from "@/components/lists/saved-views";
import { type ListOrder, NEWEST_FIRST } from "@/components/lists/table/list-order";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { DownloadCsv } from "@/components/members/download-csv";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { useMember } from "@/components/members/use-member";
import { countOf, totalOf } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { Money } from "@/components/ui/money";
import { NearLink } from "@/components/ui/near-link";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { LEDGER_KIND_TITLES } from "@/components/words/ledger-kinds";
import { LEDGER_KINDS } from "@/lib/contracts/base/values";
import { exportLedger, listLedger } from "@/lib/contracts/generated/members/billing";
import type { BillingFacts, LedgerKind, LedgerRecord } from "@/lib/contracts/members/billing";
import type { TimeOrder } from "@/lib/contracts/members/cursor";

const KINDS = [
  { value: "", title: "All" },
  ...LEDGER_KINDS.map((value) => ({ value, title: LEDGER_KIND_TITLES[value].title })),
];

/** Draws every change of the balance, sorted by time. */
export function LedgerPanel({ facts: { firstMonth, thisMonth } }: { facts: BillingFacts }) {
  const { values, set, clear } = useUrlFilters(LEDGER_LIST);
  const { kind, month, before, after, limit, order } = values;
  const filters = { ...(kind ? { kind: kind as LedgerKind } : {}), ...(month ? { month } : {}) };
  const place = { before, after, limit: limit || LEDGER_PAGE, order: order as TimeOrder };
  const ledger = useMember(listLedger, given({ ...filters, ...place }));
  const months = monthsBetween(firstMonth, thisMonth).map((value) => ({ value, title: monthName(value) }));
  return (
    <Panel
      title="Ledger"
      actions={
        <div className="flex flex-wrap gap-2">
          <SavedViews list="ledger" names={LEDGER_FILTERS} />
          <DownloadCsv href={`${exportLedger.path}${queryString(filters)}`} isSmall />
        </div>
      }
    >
      <search className="mb-4 flex flex-col gap-3" aria-label="Ledger">
        <div className="grid max-w-lg grid-cols-2 gap-3">
          <FilterSelect
            label="Show"
            value={kind}
            options={KINDS}
            onChange={(value) => set({ kind: value })}
          />
          <FilterSelect
            label="Month"
            value={month}
            options={[{ value: "", title: "All months" }, ...months]}
            onChange={(value) => set({ month: value })}
          />
        </div>
        <FilterBar
          chips={filterChips(
            values,
            { kind: chosenAs("Entry", KINDS), month: chosenAs("Month", months) },
            set,
          )}
          onClear={clear}
        />
      </search>
      {kind && kind in LEDGER_KIND_TITLES ? (
        <p className="mb-3 text-sm text-muted">{LEDGER_KIND_TITLES[kind as LedgerKind].text}</p>
      ) : null}
      <Loaded query={ledger}>
        {({ entries, total, newer, older }) => (
          <>
            {entries.length === 0 ? (
              <EmptyState title={kind || month ? "No entries match" : "No entries yet"}>
                Every change to your balance appears here.
              </EmptyState>
            ) : (
              <Entries
                entries={entries}
                count={totalOf(total, entries.length, "change")}
                order={{ value: order, onChange: (next) => set({ order: next }), usual: NEWEST_FIRST }}
              />
            )}
            <CursorPager newer={newer} older={older} usual={LEDGER_PAGE} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Entries({
  entries,
  count,
  order,
}: {
  entries: readonly LedgerRecord[];
  count: string;
  order: ListOrder;
}) {
  return (
    <DataTable
      label="Ledger"
      rows={entries}
      keyOf={({ id }) => id}
      count={count}
      order={order}
      columns={[
        { title: "Time", phone: "text", order: "time", cell: ({ at }) => <Time isLong at={at} /> },
        { title: "Entry", phone: "title", cell: (entry) => <What entry={entry} /> },
        {
          title: "Amount",
          phone: "aside",
          align: "end",
          cell: ({ amount, gst, kind }) => (
            <span className="flex flex-col items-end">
              <span
                className={`font-medium whitespace-nowrap ${amount.startsWith("-") ? "" : "text-accent"}`}
              >
                {amount.startsWith("-") ? "" : "+"}
                <Money amount={amount} />
              </span>
              {kind === "topup" ? null : (
                <span className="text-xs text-muted">
                  <Money amount={gst} /> GST
                </span>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

/**
 * Draws the cause of a change. For a message it is the recipient, with a link to the message while it is
 * kept.
 */
function What({ entry: { kind, messageId, to, rateCode, segments, note } }: { entry: LedgerRecord }) {
  const { title } = LEDGER_KIND_TITLES[kind];
  const parts = segments === null ? null : countOf(segments, "part");
  const more = [parts, rateCode, note === title ? null : note].filter((text) => text !== null);
  return (
    <span className="flex min-w-0 flex-col items-start">
      <span>
        {title}{" "}
        {messageId === null || to === null ? null : (
          <NearLink href={`/messages/${messageId}`} className={LINK}>
            <PhoneNumber number={to} />
          </NearLink>
        )}
      </span>
      {more.length > 0 ? <span className="text-xs wrap-anywhere text-muted">{more.join(" · ")}</span> : null}
    </span>
  );
}
