"use client";

import { useState } from "react";
import { Margin } from "@/app/admin/networks/_components/margin";
import { NetworkActions } from "@/app/admin/networks/_components/network-actions";
import { NetworkIdAdvice } from "@/app/admin/networks/_components/network-id-advice";
import { NetworkLacks, NetworkUnrated, RouteTroubles } from "@/app/admin/networks/_components/network-lacks";
import { NetworkCause, NetworkState } from "@/app/admin/networks/_components/network-state";
import { NetworkCells, Traffic, Waiting } from "@/app/admin/networks/_components/network-traffic";
import { Routes } from "@/app/admin/networks/_components/routes/routes";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { MissingCells } from "@/components/lists/missing-cells";
import { useMember } from "@/components/members/use-member";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, FailedState, Loaded } from "@/components/ui/states";
import { useSaidTime } from "@/components/ui/today";
import type { NetworkList } from "@/lib/contracts/admin/networks";
import { listNetworks } from "@/lib/contracts/generated/admin/networks";

const NetworkDialog = loadedLater(
  async () => (await import("@/app/admin/networks/_components/network-dialog")).NetworkDialog,
);

// Late panels come last, so that they move no other panel.
const LastPanels = loadedLater(
  async () => (await import("@/app/admin/networks/_components/last-panels")).LastPanels,
);

const REFRESH_MS = 5_000;

/** Draws the current networks with the actions on each, and the routes. */
export function Networks() {
  const networks = useMember(listNetworks, {}, { refetchIntervalMs: REFRESH_MS });
  const [isAdding, setAdding] = useState(false);
  const kinds = networks.data?.kinds ?? [];
  return (
    <>
      <PageHeader
        title="Networks"
        actions={
          <Button isDisabled={kinds.length === 0} onPress={() => setAdding(true)}>
            Add network
          </Button>
        }
      >
        Connections to mobile networks, updated every five seconds. Changes apply within seconds.
      </PageHeader>
      {networks.data && networks.error ? (
        <div className="mb-6">
          <FailedState message={`${networks.error.message} The details below are out of date.`} />
        </div>
      ) : null}
      {networks.data?.refusal ? <Refusal {...networks.data.refusal} /> : null}
      <div className="flex flex-col gap-6">
        <Panel>
          <Loaded query={networks}>
            {({ networks: rows, kinds: known, awayCells }) => (
              <>
                <MissingCells awayCells={awayCells} what="links and figures" />
                <ul aria-label="Networks" className="flex flex-col divide-y divide-line">
                  {rows.map((network) => (
                    <Network key={network.name} network={network} kinds={known} />
                  ))}
                </ul>
                {rows.every(({ kind }) => kind === null) ? (
                  <EmptyState title="No networks yet">
                    Messages go to the simulator and reach no phone. Connect to an SMSC or aggregator with
                    “Add network” or npm run carrier.
                  </EmptyState>
                ) : null}
              </>
            )}
          </Loaded>
        </Panel>
        <Margin />
        <Routes troubles={networks.data ? <RouteTroubles routes={networks.data.routes} /> : null} />
        <LastPanels names={networks.data?.networks.flatMap(({ kind, name }) => (kind ? [name] : [])) ?? []} />
      </div>
      {isAdding ? <NetworkDialog kinds={kinds} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

/** Draws the reason for which the networks document is not in use. */
function Refusal({ at, problem }: { at: string; problem: string }) {
  const say = useSaidTime();
  return (
    <div className="mb-6">
      <FailedState
        message={`The networks document was rejected at startup (${say(at, "long")}). Nothing was changed: ${problem}`}
      />
    </div>
  );
}

const DECLARED = {
  stated: "Managed by the networks document. Changes here last until the next start.",
  withdrawn: "No longer in the networks document. It’s draining and can be removed.",
} as const;

function Network({
  network,
  kinds,
}: {
  network: NetworkList["networks"][number];
  kinds: Parameters<typeof NetworkDialog>[0]["kinds"];
}) {
  const { name, kind, inCells } = network;
  const isOfCells = inCells.length > 0;
  return (
    <li aria-label={name} className="flex flex-col gap-3 py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-medium wrap-anywhere">{name}</h2>
          {isOfCells ? null : <NetworkState state={network.state} />}
          <span className="text-sm text-muted">{kind ?? "Built in, with simulated phones"}</span>
        </div>
        {isOfCells ? null : <Waiting {...network} />}
      </div>
      {isOfCells ? null : <NetworkCause {...network} />}
      <NetworkIdAdvice {...network} />
      <NetworkLacks lacks={network.lacks} />
      <NetworkUnrated unrated={network.unrated} />
      {network.declared ? <p className="text-sm text-muted">{DECLARED[network.declared]}</p> : null}
      {isOfCells ? <NetworkCells name={name} cells={inCells} /> : <Traffic {...network} />}
      {kind === null ? null : <NetworkActions network={network} kinds={kinds} />}
    </li>
  );
}
