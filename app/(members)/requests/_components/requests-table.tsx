import { StatusChip } from "@/app/(members)/requests/_components/status-chip";
import { keyOf } from "@/app/(members)/requests/_components/words";
import { DataTable } from "@/components/lists/data-table";
import type { Column } from "@/components/lists/table/column";
import type { ListOrder } from "@/components/lists/table/list-order";
import { duration } from "@/components/ui/duration";
import { Time } from "@/components/ui/time";
import type { RequestRecord } from "@/lib/contracts/members/requests";

const COLUMNS: Column<RequestRecord>[] = [
  {
    title: "Request",
    isFixed: true,
    phone: "title",
    cell: ({ method, path }) => (
      <span className="font-mono text-xs break-all">
        {method} {path}
      </span>
    ),
  },
  { title: "Status", phone: "state", cell: ({ status }) => <StatusChip status={status} /> },
  {
    title: "Error",
    phone: "text",
    cell: ({ errorCode }) => <span className="font-mono text-xs break-all">{errorCode ?? "–"}</span>,
  },
  {
    title: "Key",
    phone: "none",
    cell: ({ credential }) => <span className="wrap-anywhere">{keyOf(credential)}</span>,
  },
  { title: "Time", phone: "aside", order: "time", cell: ({ at }) => <Time isLong at={at} /> },
  {
    title: "Duration",
    phone: "none",
    align: "end",
    cell: ({ durationMs }) => <span className="whitespace-nowrap tabular-nums">{duration(durationMs)}</span>,
  },
];

/** Draws requests as a table. Each row links to the request's page. */
export function RequestsTable({
  rows,
  count,
  order,
}: {
  rows: readonly RequestRecord[];
  /** The number of requests, in words. */
  count: string;
  order: ListOrder;
}) {
  return (
    <DataTable
      label="Requests"
      rows={rows}
      keyOf={({ id }) => id}
      href={({ id }) => `/requests/${id}`}
      columns={COLUMNS}
      isChoosable
      count={count}
      order={order}
    />
  );
}
