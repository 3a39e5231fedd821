import { DataTable } from "@/components/lists/data-table";
import type { Column } from "@/components/lists/table/column";
import type { ListOrder } from "@/components/lists/table/list-order";
import { MessageStateChip } from "@/components/members/message-state";
import { formatCount } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { Time } from "@/components/ui/time";
import type { SendRecord } from "@/lib/contracts/members/sending/sends";

const COLUMNS: Column<SendRecord>[] = [
  {
    title: "Name",
    isFixed: true,
    phone: "title",
    cell: ({ name }) =>
      name === null ? (
        <span className="text-muted">Unnamed</span>
      ) : (
        <span className="font-medium wrap-anywhere">{name}</span>
      ),
  },
  {
    title: "Time",
    phone: "aside",
    order: "time",
    cell: ({ acceptedAt, sendAt }) => <Time at={sendAt ?? acceptedAt} />,
  },
  {
    title: "Recipients",
    phone: "none",
    align: "end",
    cell: ({ total }) => <span className="tabular-nums">{formatCount(total)}</span>,
  },
  {
    title: "Progress",
    phone: "text",
    cell: (send) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 tabular-nums">
        {send.paused > 0 ? <MessageStateChip state="PAUSED" /> : null}
        {progress(send)}
      </span>
    ),
  },
  {
    title: "Price",
    phone: "state",
    align: "end",
    cell: ({ price }) => <Money amount={price} />,
  },
];

/** Draws sends as a table. Each row links to the send's page. */
export function SendsTable({
  rows,
  count,
  order,
}: {
  rows: readonly SendRecord[];
  /** The number of sends, in words. */
  count: string;
  order: ListOrder;
}) {
  return (
    <DataTable
      label="Sends"
      rows={rows}
      keyOf={({ id }) => id}
      href={({ id }) => `/sends/${id}`}
      columns={COLUMNS}
      isChoosable
      count={count}
      order={order}
    />
  );
}

function progress({ delivered, failed, cancelled, waiting }: SendRecord): string {
  const counts = [
    `${formatCount(delivered)} delivered`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(cancelled > 0 ? [`${formatCount(cancelled)} cancelled`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
  ];
  return counts.join(", ");
}
