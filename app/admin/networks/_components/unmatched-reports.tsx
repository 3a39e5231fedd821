"use client";

import { CELL_COLUMN } from "@/components/lists/cell-column";
import { DataTable } from "@/components/lists/data-table";
import { MissingCells } from "@/components/lists/missing-cells";
import type { Column } from "@/components/lists/table/column";
import { useMember } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { UnmatchedReports as Reports } from "@/lib/contracts/admin/unmatched-reports";
import { listUnmatchedReports } from "@/lib/contracts/generated/admin/unmatched-reports";

type Unreadable = Reports["unreadable"][number];
type Unknown = Reports["unknown"][number];
type Word = Reports["unknownWords"][number];

/**
 * Draws the newest unreadable reports and inbound messages in their original form, and reports for unknown
 * messages.
 */
export function UnmatchedReports() {
  const reports = useMember(listUnmatchedReports, {});
  return (
    <Panel title="Unreadable and unmatched">
      <p className="mb-4 text-sm text-muted">
        The newest data of each type from networks. Possible one-time codes are masked. Reports without a
        message wait three days for it. A report with an unknown status word leaves its message unchanged.
      </p>
      <Loaded query={reports}>
        {({ unreadable, inbound, unknownWords, unknown, cells, awayCells }) => (
          <>
            <MissingCells awayCells={awayCells} what="data" />
            {unreadable.length + inbound.length + unknown.length === 0 ? (
              <EmptyState title="All reports read and matched">
                Unreadable reports and messages, and reports without a message, appear here.
              </EmptyState>
            ) : (
              <div className="flex flex-col gap-6">
                {unknownWords.length > 0 ? (
                  <DataTable
                    label="Unknown status words"
                    rows={unknownWords}
                    keyOf={({ network, word }) => `${network} ${word}`}
                    columns={WORDS}
                  />
                ) : null}
                {unreadable.length > 0 ? (
                  <DataTable
                    label="Unreadable reports"
                    rows={unreadable}
                    keyOf={({ id }) => id}
                    columns={withCell(UNREADABLE, cells)}
                  />
                ) : null}
                {inbound.length > 0 ? (
                  <DataTable
                    label="Unreadable inbound messages"
                    rows={inbound}
                    keyOf={({ id }) => id}
                    columns={withCell(UNREADABLE, cells)}
                  />
                ) : null}
                {unknown.length > 0 ? (
                  <DataTable
                    label="Unmatched reports"
                    rows={unknown}
                    keyOf={({ id }) => id}
                    columns={withCell(UNKNOWN, cells)}
                  />
                ) : null}
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Returns the columns of a table, with the cell if there are several cells. */
function withCell<Row extends { cell: number }>(columns: Column<Row>[], cells: readonly number[]) {
  return cells.length > 0 ? [...columns, CELL_COLUMN] : columns;
}

const COMMON: Column<Pick<Unreadable, "receivedAt" | "network" | "number">>[] = [
  { title: "Received", phone: "aside", cell: ({ receivedAt }) => <Time isLong at={receivedAt} /> },
  { title: "Network", cell: ({ network }) => network },
  {
    title: "Number",
    phone: "title",
    cell: ({ number }) => (number === null ? "–" : <PhoneNumber number={number} />),
  },
];

const UNREADABLE: Column<Unreadable>[] = [
  ...COMMON,
  {
    title: "Raw data",
    phone: "text",
    cell: ({ raw }) => <code className="text-xs wrap-anywhere">{raw}</code>,
  },
];

const WORDS: Column<Word>[] = [
  { title: "Last received", phone: "aside", cell: ({ receivedAt }) => <Time isLong at={receivedAt} /> },
  { title: "Network", cell: ({ network }) => network },
  {
    title: "Status word",
    phone: "title",
    cell: ({ word }) => <code className="text-xs wrap-anywhere">{word}</code>,
  },
  { title: "Reports", align: "end", cell: ({ count }) => count },
];

const UNKNOWN: Column<Unknown>[] = [
  ...COMMON,
  {
    title: "Reference",
    phone: "text",
    cell: ({ reference }) => <code className="text-xs wrap-anywhere">{reference}</code>,
  },
  { title: "Code", align: "end", cell: ({ code }) => code },
  { title: "Error", cell: ({ error }) => error },
];
