import type { Column } from "@/components/lists/table/column";
import type { ListOrder } from "@/components/lists/table/list-order";
import { MessageStateChip } from "@/components/members/message-state";
import { RowsTable } from "@/components/members/rows-table";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import { readMe } from "@/lib/contracts/generated/members/account";
import {
  cancelMessageOperation,
  countMessagesOperation,
  listMessagesOperation,
} from "@/lib/contracts/generated/members/messages";
import type { MessageRecord } from "@/lib/contracts/members/messages";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

const COLUMNS: Column<MessageRecord>[] = [
  { title: "To", isFixed: true, phone: "title", cell: ({ to }) => <PhoneNumber number={to} /> },
  { title: "Text", phone: "text", cell: (message) => <Text message={message} /> },
  { title: "Status", phone: "state", cell: ({ state }) => <MessageStateChip state={state} /> },
  { title: "Accepted", phone: "aside", order: "time", cell: ({ acceptedAt }) => <Time at={acceptedAt} /> },
  {
    title: "Parts",
    phone: "none",
    align: "end",
    cell: ({ parts }) => <span className="tabular-nums">{parts}</span>,
  },
];

/** The states of messages that no network has received. */
const WAITING: ReadonlySet<string> = new Set(["HELD", "NIGHT", "SCHEDULED", "PAUSED"]);

/** Only waiting messages can be cancelled. */
const CANCEL = {
  operation: cancelMessageOperation,
  inputOf: ({ id }: MessageRecord) => ({ id }),
  changes: [listMessagesOperation, countMessagesOperation, readMe],
  name: "message",
  done: "cancelled and refunded",
  title: "Cancel messages",
  question: `These messages won’t be sent, and their price is refunded. ${CANNOT_BE_UNDONE}`,
  isSelectable: ({ state }: MessageRecord) => WAITING.has(state),
  nameOf: ({ to }: MessageRecord) => `message to ${writtenNumber(to)}`,
};

/** Draws messages as a table. Each row links to the message's page. */
export function MessagesTable({
  rows,
  order,
  count,
}: {
  rows: readonly MessageRecord[];
  order: ListOrder;
  count: string | undefined;
}) {
  return (
    <RowsTable
      label="Messages"
      rows={rows}
      keyOf={({ id }) => id}
      href={({ id }) => `/messages/${id}`}
      columns={COLUMNS}
      isChoosable
      count={count}
      order={order}
      action={CANCEL}
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
