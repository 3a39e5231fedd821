"use client";

import { UNROUTED_FILTERS } from "@/app/admin/inbound/_components/unrouted-filters";
import { CELL_COLUMN } from "@/components/lists/cell-column";
import { CellFilter } from "@/components/lists/cell-filter";
import { DataTable } from "@/components/lists/data-table";
import { MissingCells } from "@/components/lists/missing-cells";
import { Pager } from "@/components/lists/pager";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { useMember } from "@/components/members/use-member";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { UnroutedRecord } from "@/lib/contracts/admin/inbound";
import { listUnrouted } from "@/lib/contracts/generated/admin/inbound";

const WHY: Record<UnroutedRecord["why"], string> = {
  unknown_shortcode: "Not our shortcode",
  no_conversation: "No account has texted this number from it",
};

/** Draws inbound messages that belong to no account. */
export function UnroutedMessages() {
  const { asked, values, set } = useUrlFilters(UNROUTED_FILTERS);
  const messages = useMember(listUnrouted, asked);
  return (
    <>
      <PageHeader title="Unrouted messages">
        Inbound messages that match no account, newest first. Replies to a shared shortcode go to the account
        that last texted that number from it.
      </PageHeader>
      <Panel>
        <Loaded query={messages}>
          {({ messages: rows, pagination, cells, awayCells }) => (
            <>
              <MissingCells awayCells={awayCells} what="messages" />
              <div className="mb-5 max-w-60 empty:hidden">
                <CellFilter cells={cells} value={values.cell} onChange={(cell) => set({ cell })} />
              </div>
              {rows.length === 0 ? (
                <EmptyState
                  title={pagination.totalRecords === 0 ? "No unrouted messages" : "No more messages"}
                >
                  Inbound messages that match no account appear here.
                </EmptyState>
              ) : (
                <List rows={rows} hasCells={cells.length > 0} />
              )}
              <Pager pagination={pagination} />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  );
}

function List({ rows, hasCells }: { rows: readonly UnroutedRecord[]; hasCells: boolean }) {
  return (
    <DataTable
      label="Unrouted messages"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Received",
          phone: "aside",
          cell: ({ receivedAt }) => <Time at={receivedAt} />,
        },
        {
          title: "From",
          phone: "title",
          cell: ({ from, network }) => (
            <>
              <PhoneNumber number={from} />
              {network ? <span className="block text-muted sm:text-left">{network}</span> : null}
            </>
          ),
        },
        { title: "To", cell: ({ to }) => <span className="tabular-nums">{to}</span> },
        {
          title: "Text",
          phone: "text",
          cell: ({ body }) => <span className="break-words whitespace-pre-wrap">{body}</span>,
        },
        { title: "Reason", cell: ({ why }) => <span className="text-muted">{WHY[why]}</span> },
        ...(hasCells ? [CELL_COLUMN] : []),
      ]}
    />
  );
}
