"use client";

import { type ReactNode, useState } from "react";
import { Blocked } from "@/app/admin/networks/_components/routes/blocked";
import { explainedRoute, explainedSender } from "@/app/admin/networks/_components/routes/explained-route";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import { useMember } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import type { RouteList, RouteRecord, SenderRecord } from "@/lib/contracts/admin/network-routes";
import { listRoutes } from "@/lib/contracts/generated/admin/network-routes";
import { formatMoney } from "@/lib/money";

const RoutesDialog = loadedLater(
  async () => (await import("@/app/admin/networks/_components/routes/routes-dialog")).RoutesDialog,
);

/**
 * Draws the routes in the order in which they are tried, and the allowed senders of each network.
 * @param troubles the problems of the routes.
 */
export function Routes({ troubles }: { troubles: ReactNode }) {
  const list = useMember(listRoutes, {});
  const [isEditing, setEditing] = useState(false);
  return (
    <Panel
      title="Routes"
      actions={
        <Button size="sm" variant="outline" isDisabled={!list.data} onPress={() => setEditing(true)}>
          Edit routes
        </Button>
      }
    >
      <p className="mb-4 text-sm text-muted">
        The first matching route applies. The message goes to its lowest tier that is up and allows the
        sender.
      </p>
      <Loaded query={list}>
        {({ routes, senders, blocked, warnings = [] }) => (
          <>
            {troubles ? <div className="mb-4">{troubles}</div> : null}
            <RouteTable routes={routes} warnings={warnings} />
            <Senders senders={senders} />
            <Blocked ranges={blocked} />
          </>
        )}
      </Loaded>
      {isEditing && list.data ? (
        <RoutesDialog file={asFile(list.data)} onClose={() => setEditing(false)} />
      ) : null}
    </Panel>
  );
}

/** Returns the list for editing, without its warnings. */
function asFile({ warnings: _, ...file }: RouteList): string {
  return JSON.stringify(file, null, 2);
}

function RouteTable({
  routes,
  warnings,
}: {
  routes: readonly RouteRecord[];
  warnings: NonNullable<RouteList["warnings"]>;
}) {
  if (routes.length === 0)
    return <EmptyState title="No routes">Without routes, every message is refused.</EmptyState>;
  return (
    <DataTable
      label="Routes"
      rows={routes.map((route, index) => ({ ...route, place: index + 1 }))}
      keyOf={({ place }) => String(place)}
      columns={[
        {
          title: "Order",
          phone: "aside",
          cell: ({ place }) => <span className="tabular-nums">{place}</span>,
        },
        { title: "Messages", phone: "title", cell: (route) => explainedRoute(route) },
        {
          title: "Networks",
          phone: "text",
          cell: ({ targets, byCost, place }) => (
            <>
              {targets.map(({ carrier, tier, weight, cost }) => (
                <span key={carrier} className="block">
                  <span className="font-medium">{carrier}</span>
                  <span className="text-muted tabular-nums">
                    {` tier ${tier}, weight ${weight}${cost === undefined ? "" : `, ${formatMoney(cost)} per part`}`}
                  </span>
                </span>
              ))}
              {byCost ? (
                <span className="block text-muted">The cheapest network in a tier gets all messages.</span>
              ) : null}
              {warnings
                .filter(({ route }) => route === place)
                .map(({ warning }) => (
                  <span key={warning} className="block text-danger">
                    {warning}
                  </span>
                ))}
            </>
          ),
        },
      ]}
    />
  );
}

function Senders({ senders }: { senders: Readonly<Record<string, readonly SenderRecord[]>> }) {
  const networks = Object.entries(senders);
  if (networks.length === 0) return null;
  return (
    <dl className="mt-5 flex flex-col gap-1 border-t border-line pt-4 text-sm">
      {networks.map(([name, allowed]) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="font-medium">Senders allowed by {name}</dt>
          <dd className="wrap-anywhere tabular-nums">{allowed.map(explainedSender).join(", ")}</dd>
        </div>
      ))}
    </dl>
  );
}
