import { type Column, DataTable } from "@/components/lists/data-table";
import { MessageStateChip } from "@/components/members/message-state";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import type { MessageRecord } from "@/lib/contracts/members/messages";

const COLUMNS: Column<MessageRecord>[] = [
  { title: "To", isFixed: true, phone: "title", cell: ({ to }) => <PhoneNumber number={to} /> },
  { title: "Text", phone: "text", cell: (message) => <Text message={message} /> },
  { title: "Status", phone: "state", cell: ({ state }) => <MessageStateChip state={state} /> },
  { title: "Accepted", phone: "aside", cell: ({ acceptedAt }) => <Time at={acceptedAt} /> },
  {
    title: "Parts",
    phone: "none",
    align: "end",
    cell: ({ parts }) => <span className="tabular-nums">{parts}</span>,
  },
];

/** Messages as a table. Each row leads to the message's page. */
export function MessagesTable({ rows }: { rows: readonly MessageRecord[] }) {
  return (
    <DataTable
      label="Messages"
      rows={rows}
      keyOf={({ id }) => id}
      href={({ id }) => `/messages/${id}`}
      columns={COLUMNS}
      isChoosable
    />
  );
}

function Text({ message: { text, ownId, rateCode } }: { message: MessageRecord }) {
  const tags = [ownId, rateCode].filter((tag) => tag !== null);
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="line-clamp-2 wrap-anywhere">{text}</span>
      {tags.length > 0 ? <span className="text-xs break-all text-muted">{tags.join(" · ")}</span> : null}
    </span>
  );
}
