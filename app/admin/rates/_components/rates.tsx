"use client";

import { useState } from "react";
import { titleOf } from "@/app/admin/rates/_components/rate-title";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import type { RateRecord } from "@/lib/contracts/admin/rates";
import { DEFAULT_CODE } from "@/lib/contracts/base/values";
import { listRates, removeRate } from "@/lib/contracts/generated/admin/rates";

const RateDialog = loadedLater(
  async () => (await import("@/app/admin/rates/_components/rate-dialog")).RateDialog,
);

/** Draws the price of a part by destination. */
export function Rates() {
  const rates = useMember(listRates, {});
  /** The row being changed; null for a new one. */
  const [edited, setEdited] = useState<RateRecord | null>();
  const [doomed, setDoomed] = useState<RateRecord>();
  const remove = useMemberAction(removeRate, {
    changes: [listRates],
    done: "Price removed.",
    onDone: () => setDoomed(undefined),
  });
  return (
    <>
      <PageHeader title="Rates" actions={<Button onPress={() => setEdited(null)}>Add destination</Button>}>
        Price per part in NZ$ excl. GST, by the recipient’s country code. Changes apply to new messages within
        five seconds.
      </PageHeader>
      <Panel>
        <Loaded query={rates}>
          {({ rates: rows }) =>
            rows.length === 0 ? (
              <EmptyState title="No prices yet">Without a default price, messages can’t be sent.</EmptyState>
            ) : (
              <List rows={rows} onEdit={setEdited} onRemove={setDoomed} />
            )
          }
        </Loaded>
      </Panel>
      {edited === undefined ? null : <RateDialog rate={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        title={doomed ? `Remove the price of ${titleOf(doomed)}?` : ""}
        question="New messages there will cost the “Everywhere else” price. Messages already sent stay as billed."
        confirm="Remove"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed && remove.mutate({ callingCode: doomed.callingCode })}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

function List({
  rows,
  onEdit,
  onRemove,
}: {
  rows: readonly RateRecord[];
  onEdit: (rate: RateRecord) => void;
  onRemove: (rate: RateRecord) => void;
}) {
  return (
    <DataTable
      label="Rates"
      rows={rows}
      keyOf={({ callingCode }) => callingCode}
      columns={[
        {
          title: "Destination",
          sort: titleOf,
          cell: (rate) => (
            <span className="font-medium" title={rate.places.join(", ")}>
              {titleOf(rate)}
            </span>
          ),
        },
        {
          title: "Calling code",
          sort: ({ callingCode }) => Number(callingCode),
          phone: "text",
          cell: ({ callingCode }) => (
            <span className="tabular-nums">
              {callingCode === DEFAULT_CODE ? "All others" : `+${callingCode}`}
            </span>
          ),
        },
        {
          title: "Per part",
          sort: ({ price }) => Number(price),
          align: "end",
          cell: ({ price }) => <Price amount={price} />,
        },
        {
          title: "Codes and reminders",
          align: "end",
          cell: ({ templatePrice }) => <Price amount={templatePrice} />,
        },
        {
          title: "Own rates",
          phone: "state",
          cell: ({ isStandard }) =>
            isStandard ? <Chip>Standard</Chip> : <span className="text-muted">No</span>,
        },
        {
          title: "Actions",
          phone: "aside",
          align: "end",
          cell: (rate) => (
            <span className="inline-flex gap-2">
              <Button size="sm" variant="outline" onPress={() => onEdit(rate)}>
                Edit<span className="sr-only"> {titleOf(rate)}</span>
              </Button>
              {rate.callingCode === DEFAULT_CODE ? null : (
                <RowMenu
                  label={`Actions for ${titleOf(rate)}`}
                  actions={[{ title: "Remove", isDanger: true, onSelect: () => onRemove(rate) }]}
                />
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

function Price({ amount }: { amount: string | null }) {
  return amount === null ? <span className="text-muted">Same</span> : <Money amount={amount} />;
}
