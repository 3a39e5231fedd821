import { NetworkFigures } from "@/app/admin/networks/_components/network-figures";
import { Links, NetworkLoad } from "@/app/admin/networks/_components/network-state";
import { formatCount } from "@/components/ui/count";
import type { NetworkRecord } from "@/lib/contracts/admin/networks";

/** How many messages a network has still to answer for. */
export function Waiting({ waiting }: Pick<NetworkRecord, "waiting">) {
  return (
    <p className="text-sm tabular-nums">
      {waiting.isMore ? "More than " : ""}
      {formatCount(waiting.count)} waiting
    </p>
  );
}

/** What goes by a network: how much it is sent now, by which links, and what it was given lately. */
export function Traffic(network: Pick<NetworkRecord, "name" | "load" | "links" | "lastHour" | "lastDay">) {
  return (
    <>
      <NetworkLoad {...network} />
      <Links {...network} />
      <NetworkFigures {...network} />
    </>
  );
}
