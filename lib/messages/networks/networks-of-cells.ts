import { HOME_CELL } from "@/lib/cell-numbers";
import type { NetworkInCell, NetworkList, NetworkRecord } from "@/lib/contracts/admin/networks";
import { allCells } from "@/lib/db/cells/cells";
import { cellsToChoose, readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";
import { type ListSetup, listNetworks } from "@/lib/messages/networks/list-networks";

/** The longest wait for a cell: the page asks every few seconds. */
const CELL_MS = 3_000;

/** The cause for a cell in which a network is disabled although it is enabled at home. */
const NO_SHARE = "It has no part of this network’s links or rate.";

/** Returns the networks as home has them, and their state in every cell that answers (rules: cells and networks). */
export async function networksOfCells(
  home: Database,
  setup: ListSetup,
  now: Date,
): Promise<Pick<NetworkList, "networks" | "cells" | "awayCells">> {
  const { parts, awayCells } = await readOfCells(
    allCells(home),
    async (cell) => {
      const networks = await listNetworks(cell, setup, now);
      return new Map(networks.map((network) => [network.name, network]));
    },
    CELL_MS,
  );
  const cells = cellsToChoose();
  const own = parts.find(({ cell }) => cell === HOME_CELL)?.read ?? new Map<string, NetworkRecord>();
  const networks = [...own.values()].map((network) => ({
    ...network,
    inCells: cells.length === 0 ? [] : parts.flatMap(({ cell, read }) => partOf(network, cell, read)),
  }));
  return { networks, cells, awayCells };
}

/** Returns a network's state in one cell; nothing if the cell has not copied it yet. */
function partOf(
  { name, enabled: isEnabled }: NetworkRecord,
  cell: number,
  networks: ReadonlyMap<string, NetworkRecord>,
): NetworkInCell[] {
  const network = networks.get(name);
  if (!network) return [];
  const { state, since, cause, links, load, waiting, begun, lastHour, lastDay, enabled } = network;
  const counts = { waiting, begun, lastHour, lastDay };
  return [{ cell, state, since, cause: isEnabled && !enabled ? NO_SHARE : cause, links, load, ...counts }];
}
