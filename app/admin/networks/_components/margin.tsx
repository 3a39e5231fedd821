"use client";

import { useState } from "react";
import { CellFilter } from "@/components/lists/cell-filter";
import { DataTable } from "@/components/lists/data-table";
import { FilterSelect } from "@/components/lists/filter-field";
import { MissingCells } from "@/components/lists/missing-cells";
import { monthName, monthsBetween } from "@/components/lists/month-names";
import type { Column } from "@/components/lists/table/column";
import { DownloadCsv } from "@/components/members/download-csv";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import type { MarginSums } from "@/lib/contracts/admin/margin";
import { exportMargin, readMargin } from "@/lib/contracts/generated/admin/margin";

/** Draws a month's charges, the networks' cost and the margin, by network and by account. */
export function Margin() {
  const [asked, setAsked] = useState<string>();
  const [cell, setCell] = useState("");
  const margin = useMember(readMargin, given({ month: asked ?? "", cell }));
  const month = margin.data?.month;
  return (
    <Panel
      title="Cost and margin"
      actions={
        month === undefined ? null : (
          <DownloadCsv href={`${exportMargin.path}${queryString(given({ month, cell }))}`} isSmall />
        )
      }
    >
      <p className="mb-4 text-sm text-muted">
        Network charges by route cost, and the amounts billed, both excl. GST. Routes without a cost count as
        $0.
      </p>
      <Loaded query={margin}>
        {({ month: shown, firstMonth, thisMonth, networks, accounts, isMore, cells, awayCells }) => (
          <>
            <MissingCells awayCells={awayCells} what="sums" />
            <div className="mb-4 grid max-w-120 grid-cols-2 gap-3">
              <FilterSelect
                label="Month"
                value={shown}
                options={monthsBetween(firstMonth, thisMonth).map((value) => ({
                  value,
                  title: monthName(value),
                }))}
                onChange={setAsked}
              />
              <CellFilter cells={cells} value={cell} onChange={setCell} />
            </div>
            {networks.length === 0 ? (
              <EmptyState title={`No messages in ${monthName(shown)}`}>
                See the margin of messages sent by networks. The simulator is not counted.
              </EmptyState>
            ) : (
              <div className="flex flex-col gap-6">
                <DataTable
                  label="Margin by network"
                  rows={networks}
                  keyOf={({ name }) => name}
                  columns={[
                    { title: "Network", cell: ({ name }) => <span className="font-medium">{name}</span> },
                    ...SUMS,
                  ]}
                />
                <DataTable
                  label="Margin by account"
                  rows={accounts}
                  keyOf={({ id }) => String(id)}
                  href={({ id }) => `/admin/accounts/${id}`}
                  columns={[{ title: "Account", cell: ({ name }) => name }, ...SUMS]}
                />
                {isMore ? (
                  <p className="text-sm text-muted">
                    These {accounts.length} have the lowest margin. Download the CSV for all accounts.
                  </p>
                ) : null}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const SUMS: Column<MarginSums>[] = [
  { title: "Messages", align: "end", cell: ({ messages }) => formatCount(messages) },
  { title: "Billed", align: "end", cell: ({ billed }) => <Money amount={billed} /> },
  { title: "Cost", align: "end", cell: ({ cost }) => <Money amount={cost} /> },
  { title: "Margin", align: "end", cell: ({ margin }) => <Money amount={margin} /> },
];
