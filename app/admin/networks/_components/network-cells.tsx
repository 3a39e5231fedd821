import { NetworkCause, NetworkState } from "@/app/admin/networks/_components/network-state";
import { Traffic, Waiting } from "@/app/admin/networks/_components/traffic";
import type { NetworkInCell } from "@/lib/contracts/admin/networks";

/** A network as each cell has it: its state there, and what goes by the cell's own links. */
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
