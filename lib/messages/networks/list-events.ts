import type { z } from "zod";
import {
  type listNetworkEvents,
  MAX_LISTED_EVENTS,
  NETWORK_EVENT_KINDS,
} from "@/lib/contracts/admin/network-events";
import { cellsToChoose, chosenCells, readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

type EventQuery = z.output<typeof listNetworkEvents.request>;

/** Lists the newest events of a network, or of all (rules: network events), over all cells or in the chosen one. */
export async function listEvents(
  home: Database,
  { network, cell }: EventQuery,
): Promise<z.output<typeof listNetworkEvents.response>> {
  const { parts, awayCells } = await readOfCells(chosenCells(home, cell), (db) => newestOf(db, network));
  const rows = parts.flatMap(({ cell: of, read }) => read.map((row) => ({ ...row, cell: of })));
  // Ids grow with time, in all cells alike.
  if (parts.length > 1) rows.sort((one, other) => (one.id < other.id ? 1 : -1));
  return {
    events: rows.slice(0, MAX_LISTED_EVENTS).flatMap((row) => {
      const { id, cell: of, carrier, kind: written, link, reason, happenedAt } = row;
      const kind = NETWORK_EVENT_KINDS.find((known) => known === written);
      return kind ? [{ id, cell: of, network: carrier, kind, link, reason, at: formatNz(happenedAt) }] : [];
    }),
    cells: cellsToChoose(),
    awayCells,
  };
}

function newestOf(db: Database, network: string | undefined) {
  return db.prisma.carrierEvent.findMany({
    ...(network !== undefined && { where: { carrier: network } }),
    orderBy: { id: "desc" },
    take: MAX_LISTED_EVENTS,
  });
}
