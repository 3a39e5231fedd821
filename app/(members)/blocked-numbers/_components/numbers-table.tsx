import { Button, Chip } from "@heroui/react";
import { useState } from "react";
import { DataTable } from "@/components/lists/data-table";
import { SelectionBar } from "@/components/lists/table/selection-bar";
import { useEach } from "@/components/members/use-each";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import type { BlockedNumberRecord } from "@/lib/contracts/gateway/unsubscribes";
import {
  BLOCKED_BY_HAND,
  listBlockedNumbers,
  resubscribeNumber,
} from "@/lib/contracts/members/blocked-numbers";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** Asked before anybody who has opted out gets messages again. */
export const RESUBSCRIBE_QUESTION =
  "Only do this if they asked you to. Texting someone who has opted out is illegal in New Zealand, and carriers close accounts for it.";

/** Blocked numbers as a table. */
export function NumbersTable({
  rows,
  onResubscribe,
}: {
  rows: readonly BlockedNumberRecord[];
  onResubscribe: (number: string) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const numbers = rows.filter((row) => chosen.has(row.number) && isBlocked(row)).map(({ number }) => number);
  const clear = () => {
    setChosen(new Set());
    setAsking(false);
  };
  const resubscribe = useEach(resubscribeNumber, {
    changes: [listBlockedNumbers],
    name: "number",
    done: "resubscribed",
    onSettled: clear,
  });
  const selection = { chosen, onChoose: setChosen, isSelectable: isBlocked, nameOf };
  return (
    <>
      <SelectionBar
        count={numbers.length}
        name="number"
        action="Resubscribe"
        isPending={resubscribe.isPending}
        onAction={() => setAsking(true)}
        onClear={clear}
      />
      <DataTable
        selection={selection}
        label="Blocked numbers"
        rows={rows}
        keyOf={({ number }) => number}
        columns={[
          {
            title: "Number",
            cell: ({ number }) => (
              <span className="font-medium">
                <PhoneNumber number={number} />
              </span>
            ),
          },
          {
            title: "State",
            phone: "state",
            cell: ({ active }) => (
              <Chip size="sm" variant="soft" color={active ? "danger" : "default"}>
                {active ? "Blocked" : "Resubscribed"}
              </Chip>
            ),
          },
          { title: "By", phone: "text", cell: (row) => <By row={row} /> },
          { title: "Blocked", cell: ({ blockedAt }) => <Time at={blockedAt} /> },
          {
            title: "Resubscribed",
            cell: ({ resubscribedAt }) => <Time at={resubscribedAt} />,
          },
          {
            title: "Actions",
            phone: "aside",
            align: "end",
            cell: ({ number, active }) =>
              active ? (
                <Button size="sm" variant="outline" onPress={() => onResubscribe(number)}>
                  Resubscribe<span className="sr-only"> {writtenNumber(number)}</span>
                </Button>
              ) : null,
          },
        ]}
      />
      <ConfirmDialog
        title={`Resubscribe ${countOf(numbers.length, "number")}?`}
        question={RESUBSCRIBE_QUESTION}
        confirm="Resubscribe"
        isOpen={isAsking}
        isPending={resubscribe.isPending}
        onConfirm={() => resubscribe.mutate(numbers.map((number) => ({ number })))}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function isBlocked({ active }: BlockedNumberRecord): boolean {
  return active;
}

function nameOf({ number }: BlockedNumberRecord): string {
  return writtenNumber(number);
}

function By({ row: { keyword, shortcode } }: { row: BlockedNumberRecord }) {
  if (keyword === BLOCKED_BY_HAND) return "Manually";
  return shortcode === undefined ? keyword : `${keyword} to ${shortcode}`;
}
