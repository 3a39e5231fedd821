import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { May } from "@/components/members/role";
import { RowsTable } from "@/components/members/rows-table";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import { BLOCKED_BY_HAND } from "@/lib/contracts/base/values";
import type { BlockedNumberRecord } from "@/lib/contracts/gateway/unsubscribes";
import { listBlockedNumbers, resubscribeNumber } from "@/lib/contracts/generated/members/blocked-numbers";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** The question before a number that has opted out gets messages again. */
export const RESUBSCRIBE_QUESTION =
  "Only do this if they asked you to. Texting someone who has opted out is illegal in New Zealand, and carriers close accounts for it.";

const RESUBSCRIBE = {
  operation: resubscribeNumber,
  inputOf: ({ number }: BlockedNumberRecord) => ({ number }),
  changes: [listBlockedNumbers],
  name: "number",
  done: "resubscribed",
  title: "Resubscribe",
  question: RESUBSCRIBE_QUESTION,
  isSelectable: ({ active }: BlockedNumberRecord) => active,
  nameOf: ({ number }: BlockedNumberRecord) => writtenNumber(number),
};

/** Draws blocked numbers as a table. */
export function NumbersTable({
  rows,
  onResubscribe,
}: {
  rows: readonly BlockedNumberRecord[];
  onResubscribe: (number: string) => void;
}) {
  return (
    <RowsTable
      action={RESUBSCRIBE}
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
            <Chip color={active ? "danger" : "default"}>{active ? "Blocked" : "Resubscribed"}</Chip>
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
              <May call={resubscribeNumber}>
                <Button size="sm" variant="outline" onPress={() => onResubscribe(number)}>
                  Resubscribe<span className="sr-only"> {writtenNumber(number)}</span>
                </Button>
              </May>
            ) : null,
        },
      ]}
    />
  );
}

function By({ row: { keyword, shortcode } }: { row: BlockedNumberRecord }) {
  if (keyword === BLOCKED_BY_HAND) return "Manually";
  return shortcode === undefined ? keyword : `${keyword} to ${shortcode}`;
}
