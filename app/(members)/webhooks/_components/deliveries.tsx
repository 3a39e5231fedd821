"use client";

import { useState } from "react";
import { DELIVERY_FILTERS, DELIVERY_LIST } from "@/app/(members)/webhooks/_components/delivery-filter-names";
import { DeliveryFilters } from "@/app/(members)/webhooks/_components/delivery-filters";
import { StateChip } from "@/app/(members)/webhooks/_components/state-chip";
import { answer, endpointOf, eventName, stateOf } from "@/app/(members)/webhooks/_components/words";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { CursorPager } from "@/components/lists/cursor-pager";
import { DataTable } from "@/components/lists/data-table";
import { SavedViews } from "@/components/lists/saved-views";
import { type ListOrder, NEWEST_FIRST } from "@/components/lists/table/list-order";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { given } from "@/components/members/given";
import { useMember } from "@/components/members/use-member";
import { totalOf } from "@/components/ui/count";
import { duration } from "@/components/ui/duration";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { listDeliveries } from "@/lib/contracts/generated/members/webhooks";
import type { DeliveriesAsked, DeliveryRecord } from "@/lib/contracts/members/webhooks";

const ReplayDialog = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/replay-dialog")).ReplayDialog,
);

/** Draws every event for the account's webhooks, newest first. */
export function Deliveries({
  hasWebhook,
  endpoints,
}: {
  hasWebhook: boolean;
  /** The further endpoints. */
  endpoints: readonly { id: string; name: string }[];
}) {
  const { values, set, clear } = useUrlFilters(DELIVERY_LIST);
  const { before, after, limit: _, order, ...filters } = values;
  const deliveries = useMember(listDeliveries, given(values) as DeliveriesAsked);
  const [isReplaying, setReplaying] = useState(false);
  const isFiltered = DELIVERY_FILTERS.some((name) => filters[name] !== "") || before !== "";
  return (
    <Panel
      title="Deliveries"
      actions={
        <div className="flex flex-wrap gap-2">
          <SavedViews list="deliveries" names={DELIVERY_FILTERS} />
          <Button
            size="sm"
            variant="outline"
            isPending={deliveries.isFetching}
            onPress={() => void deliveries.refetch()}
          >
            Refresh
          </Button>
          <Button size="sm" variant="outline" isDisabled={!hasWebhook} onPress={() => setReplaying(true)}>
            Replay…
          </Button>
        </div>
      }
    >
      <DeliveryFilters values={filters} endpoints={endpoints} onChange={set} onClear={clear} />
      <Loaded query={deliveries}>
        {({ deliveries: rows, total, newer, older }) => (
          <>
            {rows.length > 0 ? (
              <DeliveriesTable
                rows={rows}
                count={totalOf(total, rows.length, "event")}
                order={{ value: order, onChange: (next) => set({ order: next }), usual: NEWEST_FIRST }}
              />
            ) : isFiltered ? (
              <EmptyState title="No deliveries match">Change or clear the filters.</EmptyState>
            ) : (
              <EmptyState title="No deliveries yet">
                {hasWebhook
                  ? "Replies and delivery reports appear here with your endpoint’s response."
                  : "Set a URL above to receive replies and delivery reports."}
              </EmptyState>
            )}
            <CursorPager newer={newer} older={older} />
          </>
        )}
      </Loaded>
      {isReplaying ? <ReplayDialog endpoints={endpoints} onClose={() => setReplaying(false)} /> : null}
    </Panel>
  );
}

function DeliveriesTable({
  rows,
  count,
  order,
}: {
  rows: readonly DeliveryRecord[];
  count: string;
  order: ListOrder;
}) {
  return (
    <DataTable
      label="Deliveries"
      rows={rows}
      keyOf={({ id }) => id}
      href={({ id }) => `/webhooks/${id}`}
      isChoosable
      count={count}
      order={order}
      columns={[
        {
          title: "Time",
          phone: "aside",
          isFixed: true,
          order: "time",
          cell: (delivery) => <DeliveryTime delivery={delivery} />,
        },
        { title: "Event", phone: "title", cell: eventName },
        { title: "Endpoint", phone: "none", cell: endpointOf },
        {
          title: "State",
          phone: "state",
          cell: (delivery) => <StateChip delivery={delivery} />,
        },
        { title: "Response", phone: "text", cell: answer },
        {
          title: "Duration",
          phone: "none",
          align: "end",
          cell: ({ durationMs }) => (
            <span className="whitespace-nowrap tabular-nums">
              {durationMs === null ? "–" : duration(durationMs)}
            </span>
          ),
        },
        {
          title: "Attempts",
          phone: "none",
          align: "end",
          cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
        },
      ]}
    />
  );
}

/** Draws the start of a delivery. As the row's link it also names its target for screen readers. */
function DeliveryTime({ delivery }: { delivery: DeliveryRecord }) {
  return (
    <span className="relative">
      <Time isLong at={delivery.createdAt} />
      <span className="sr-only">{` ${eventName(delivery)}, ${stateOf(delivery)}`}</span>
    </span>
  );
}
