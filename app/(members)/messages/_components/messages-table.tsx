import { useState } from "react";
import { DataTable } from "@/components/lists/data-table";
import type { Column } from "@/components/lists/table/column";
import { SelectionBar } from "@/components/lists/table/selection-bar";
import { MessageStateChip } from "@/components/members/message-state";
import { useEach } from "@/components/members/use-each";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import { readMe } from "@/lib/contracts/members/account";
import {
  deleteMessageOperation,
  listMessagesOperation,
  type MessageRecord,
} from "@/lib/contracts/members/messages";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const ids = rows.filter((row) => chosen.has(row.id) && isHeld(row)).map(({ id }) => id);
  const clear = () => {
    setChosen(new Set());
    setAsking(false);
  };
  const remove = useEach(deleteMessageOperation, {
    changes: [listMessagesOperation, readMe],
    name: "message",
    done: "deleted and refunded",
    onSettled: clear,
  });
  const selection = { chosen, onChoose: setChosen, isSelectable: isHeld, nameOf };
  return (
    <>
      <SelectionBar
        count={ids.length}
        name="message"
        action="Delete"
        isPending={remove.isPending}
        onAction={() => setAsking(true)}
        onClear={clear}
      />
      <DataTable
        label="Messages"
        rows={rows}
        keyOf={({ id }) => id}
        href={({ id }) => `/messages/${id}`}
        columns={COLUMNS}
        isChoosable
        selection={rows.some(isHeld) ? selection : undefined}
      />
      <ConfirmDialog
        title={`Delete ${countOf(ids.length, "message")}?`}
        question={`Held messages won’t be sent, and their price is refunded. ${CANNOT_BE_UNDONE}`}
        confirm="Delete"
        isOpen={isAsking}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(ids.map((id) => ({ id })))}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Only what is held can be deleted. */
function isHeld({ state }: MessageRecord): boolean {
  return state === "HELD";
}

function nameOf({ to }: MessageRecord): string {
  return `message to ${writtenNumber(to)}`;
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
