"use client";

import { useState } from "react";
import { CELL_COLUMN } from "@/components/lists/cell-column";
import { CellFilter } from "@/components/lists/cell-filter";
import { DataTable } from "@/components/lists/data-table";
import { FilterSelect } from "@/components/lists/filter-field";
import { MissingCells } from "@/components/lists/missing-cells";
import type { Column } from "@/components/lists/table/column";
import { given } from "@/components/members/given";
import { useMember } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { NetworkEvent } from "@/lib/contracts/admin/network-events";
import { listNetworkEvents } from "@/lib/contracts/generated/admin/network-events";

const REFRESH_MS = 15_000;

const ALL = "";

/** Draws the events of networks and their links, the newest first. A filter selects one network. */
export function NetworkEvents({ names }: { names: readonly string[] }) {
  const [network, setNetwork] = useState(ALL);
  const [cell, setCell] = useState("");
  const events = useMember(listNetworkEvents, given({ network, cell }), { refetchIntervalMs: REFRESH_MS });
  const cells = events.data?.cells ?? [];
  return (
    <Panel title="Recent events">
      <p className="mb-4 text-sm text-muted">
        Connections, refused logins and throttling in the last 30 days.
      </p>
      {names.length > 1 || cells.length > 0 ? (
        <div className="mb-4 grid max-w-120 grid-cols-2 gap-3">
          {names.length > 1 ? (
            <FilterSelect
              label="Network"
              value={network}
              options={[
                { value: ALL, title: "All networks" },
                ...names.map((name) => ({ value: name, title: name })),
              ]}
              onChange={setNetwork}
            />
          ) : null}
          <CellFilter cells={cells} value={cell} onChange={setCell} />
        </div>
      ) : null}
      <Loaded query={events}>
        {({ events: rows, awayCells }) => (
          <>
            <MissingCells awayCells={awayCells} what="events" />
            {rows.length === 0 ? (
              <EmptyState title="No events yet">
                Connections, lost connections and refused logins appear here.
              </EmptyState>
            ) : (
              <DataTable
                label="Recent events"
                rows={rows}
                keyOf={({ id }) => id}
                columns={cells.length > 0 ? [...COLUMNS, CELL_COLUMN] : COLUMNS}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const EVENT_WORDS: Record<NetworkEvent["kind"], string> = {
  bound: "Connected",
  lost: "Connection lost",
  refused: "Login refused",
  throttled: "Throttled",
  down: "Down: messages rerouted",
  up: "Up again",
  ids: "Receipts have other ids",
};

const COLUMNS: Column<NetworkEvent>[] = [
  { title: "Time", phone: "aside", cell: ({ at }) => <Time isLong at={at} /> },
  { title: "Network", cell: ({ network }) => network },
  { title: "Event", phone: "title", cell: ({ kind }) => EVENT_WORDS[kind] },
  { title: "Connection", align: "end", cell: ({ link }) => link },
  { title: "Reason", phone: "text", cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
];
