import { DataTable } from "@/components/lists/data-table";
import { MessageStateChip } from "@/components/members/message-state";
import { LINK } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";
import { PhoneNumber } from "@/components/ui/phone-number";
import { Time } from "@/components/ui/time";
import type { MessageRecord } from "@/lib/contracts/members/messages";

/** Messages as a table. The number links to the message's page. */
export function MessagesTable({ rows }: { rows: readonly MessageRecord[] }) {
  return (
    <DataTable
      label="Messages"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "To",
          cell: ({ id, to }) => (
            <NearLink href={`/messages/${id}`} className={LINK}>
              <PhoneNumber number={to} />
            </NearLink>
          ),
        },
        { title: "Text", cell: (message) => <Text message={message} /> },
        { title: "Status", cell: ({ state }) => <MessageStateChip state={state} /> },
        {
          title: "Accepted",
          cell: ({ acceptedAt }) => <Time at={acceptedAt} />,
        },
        { title: "Parts", align: "end", cell: ({ parts }) => <span className="tabular-nums">{parts}</span> },
      ]}
    />
  );
}

function Text({ message: { text, ownId, rateCode } }: { message: MessageRecord }) {
  const tags = [ownId, rateCode].filter((tag) => tag !== null);
  return (
    <span className="flex min-w-0 flex-col gap-0.5 sm:text-left">
      <span className="line-clamp-2 wrap-anywhere">{text}</span>
      {tags.length > 0 ? <span className="text-xs break-all text-muted">{tags.join(" · ")}</span> : null}
    </span>
  );
}
