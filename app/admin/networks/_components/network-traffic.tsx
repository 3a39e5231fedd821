import { NetworkFigures } from "@/app/admin/networks/_components/network-figures";
import {
  Links,
  NetworkCause,
  NetworkLoad,
  NetworkState,
} from "@/app/admin/networks/_components/network-state";
import { formatCount } from "@/components/ui/count";
import type { NetworkInCell, NetworkRecord } from "@/lib/contracts/admin/networks";

/** Draws the number of messages that a network has not reported on. */
export function Waiting({ waiting }: Pick<NetworkRecord, "waiting">) {
  return (
    <p className="text-sm tabular-nums">
      {waiting.isMore ? "More than " : ""}
      {formatCount(waiting.count)} waiting
    </p>
  );
}

/** Draws the traffic of a network: its current rate, its links, and its recent messages. */
export function Traffic(network: Pick<NetworkRecord, "name" | "load" | "links" | "lastHour" | "lastDay">) {
  return (
    <>
      <NetworkLoad {...network} />
      <Links {...network} />
      <NetworkFigures {...network} />
    </>
  );
}

/** Draws a network in each cell: its state there, and the traffic of the cell's own links. */
export function NetworkCells({ name, cells }: { name: string; cells: readonly NetworkInCell[] }) {
  return (
    <ul aria-label={`${name} by cell`} className="flex flex-col gap-3">
      {cells.map((part) => (
        <li
          key={part.cell}
          aria-label={`${name} in cell ${part.cell}`}
          className="flex flex-col gap-2 border-l-2 border-line pl-4"
        >
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-sm font-medium">Cell {part.cell}</h3>
              <NetworkState state={part.state} />
            </div>
            <Waiting {...part} />
          </div>
          <NetworkCause {...part} />
          <Traffic {...part} name={`${name} in cell ${part.cell}`} />
        </li>
      ))}
    </ul>
  );
}
