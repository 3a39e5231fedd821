"use client";

import dynamic from "next/dynamic";
import { FIGURE_FILTERS } from "@/app/admin/figures/_components/figure-filters";
import { periodTitle } from "@/app/admin/figures/_components/period-title";
import { Totals } from "@/app/admin/figures/_components/totals";
import { CellFilter } from "@/components/lists/cell-filter";
import { DataTable } from "@/components/lists/data-table";
import { presetRange } from "@/components/lists/date-presets";
import { DateFilters } from "@/components/lists/filter-bar";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { MissingCells } from "@/components/lists/missing-cells";
import type { Column } from "@/components/lists/table/column";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { DownloadCsv } from "@/components/members/download-csv";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { useToday } from "@/components/ui/today";
import type { FigureStep, FigureSums, Figures } from "@/lib/contracts/admin/figures";
import { exportFigures, readFigures } from "@/lib/contracts/generated/admin/figures";

/** The frame has a fixed height, so that loading the chart moves nothing. */
const FiguresChart = dynamic(
  () => import("@/app/admin/figures/_components/figures-chart").then(({ FiguresChart }) => FiguresChart),
  { ssr: false },
);

const STEPS = [
  { value: "day", title: "Day" },
  { value: "week", title: "Week" },
  { value: "month", title: "Month" },
];

/**
 * Draws the messages and earnings of a range of dates, by period and by account, compared with the range
 * before.
 */
export function AllFigures() {
  const { values, set } = useUrlFilters(FIGURE_FILTERS);
  const asked = given({ ...values, by: values.by as FigureStep });
  const figures = useMember(readFigures, asked);
  const today = useToday();
  const isUsual = values.start === "" && values.end === "" && today !== null;
  const range = isUsual ? presetRange("30-days", today) : values;
  return (
    <>
      <PageHeader
        title="Traffic and revenue"
        actions={<DownloadCsv href={`${exportFigures.path}${queryString(asked)}`} />}
      >
        Amounts exclude GST. Days are New Zealand time. A refund lowers the charges of the day its message was
        sent.
      </PageHeader>
      <div className="flex flex-col gap-6">
        <Panel>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
            <DateFilters
              range={range}
              onChange={(changes) =>
                set(isUsual ? { start: range.start, end: range.end, ...changes } : changes)
              }
            />
            <FilterSelect
              label="By"
              value={values.by || "day"}
              options={STEPS}
              onChange={(by) => set({ by: by === "day" ? "" : by })}
            />
            <FilterField
              label="Account number"
              value={values.account}
              onChange={(account) => set({ account })}
            />
            <CellFilter
              cells={figures.data?.cells ?? []}
              value={values.cell}
              onChange={(cell) => set({ cell })}
            />
          </div>
        </Panel>
        <Loaded query={figures}>
          {(shown) => (
            <>
              <MissingCells awayCells={shown.awayCells} what="figures" />
              <Totals figures={shown} />
              <Periods figures={shown} />
              <Accounts figures={shown} onChoose={(account) => set({ account })} />
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

const TITLES = { day: "By day", week: "By week", month: "By month" };

function Periods({ figures: { periods, by } }: { figures: Figures }) {
  const busy = periods.filter(({ messages, charged, refunded, cost }) =>
    [messages, charged, refunded, cost].some((value) => Number(value) !== 0),
  );
  return (
    <Panel title={TITLES[by]}>
      {busy.length === 0 ? (
        <EmptyState title="Nothing in this time">Choose other dates or another account.</EmptyState>
      ) : (
        <>
          <div aria-hidden="true" className="h-64">
            <FiguresChart periods={periods} by={by} />
          </div>
          <details className="mt-4">
            <summary className="cursor-pointer text-sm font-medium text-accent">View as table</summary>
            <div className="mt-3">
              <DataTable
                label={TITLES[by]}
                rows={busy.toReversed()}
                keyOf={({ start }) => start}
                columns={[{ title: "Time", cell: (period) => periodTitle(period, by) }, ...SUMS]}
              />
            </div>
          </details>
        </>
      )}
    </Panel>
  );
}

function Accounts({
  figures: { accounts, account, isMore },
  onChoose,
}: {
  figures: Figures;
  onChoose: (account: string) => void;
}) {
  if (account !== null) {
    return (
      <Panel title={`Only ${account.name}`}>
        <button
          type="button"
          className="text-accent underline-offset-4 hover:underline"
          onClick={() => onChoose("")}
        >
          View all accounts
        </button>
      </Panel>
    );
  }
  if (accounts.length === 0) return null;
  return (
    <Panel title="Top accounts">
      <DataTable
        label="Top accounts"
        rows={accounts}
        keyOf={({ id }) => String(id)}
        href={({ id }) => `/admin/accounts/${id}`}
        columns={[{ title: "Account", cell: ({ name }) => name }, ...SUMS]}
      />
      {isMore ? (
        <p className="mt-3 text-sm text-muted">
          These {accounts.length} were charged the most. Download the CSV for all accounts.
        </p>
      ) : null}
    </Panel>
  );
}

const SUMS: Column<FigureSums>[] = [
  { title: "Messages", align: "end", cell: ({ messages }) => formatCount(messages) },
  { title: "Parts", align: "end", cell: ({ parts }) => formatCount(parts) },
  { title: "Charged", phone: "aside", align: "end", cell: ({ charged }) => <Money amount={charged} /> },
  { title: "Refunded", align: "end", cell: ({ refunded }) => <Money amount={refunded} /> },
  { title: "Cost", align: "end", cell: ({ cost }) => <Money amount={cost} /> },
  { title: "Margin", align: "end", cell: ({ margin }) => <Money amount={margin} /> },
];
