import { HOME_CELL } from "@/lib/cell-numbers";
import { furtherCells } from "@/lib/db/cells/cells";

/** The part of a network that a cell has: its index among the cells, 0 for home, and the number of cells. */
export type CellShare = { index: number; of: number };

/** Returns the part of a cell; null if the service has only one cell, which has everything. */
export function shareOfCell(cell: number): CellShare | null {
  const others = [...furtherCells().keys()].sort((one, other) => one - other);
  if (others.length === 0) return null;
  return { index: cell === HOME_CELL ? 0 : others.indexOf(cell) + 1, of: others.length + 1 };
}

/** Links by their kinds in the settings of a network; the default is one. */
type Binds = { transceiver?: number; transmitter?: number; receiver?: number };

const ONE_LINK: Binds = { transceiver: 1 };

/**
 * Returns a network's settings with a cell's part of its links and rate. All cells together stay within the
 * settings, because the network's contract limits both (rules: cells and networks). The home cell gets its
 * part first.
 * @param hasLinks whether the network is reached by links, and not by HTTP.
 * @returns null if no part is left for the cell, which then sends nothing over this network.
 */
export function shareOf(settings: unknown, hasLinks: boolean, { index, of }: CellShare): object | null {
  const { tps, binds = ONE_LINK, ...others } = settings as { tps?: unknown; binds?: Binds };
  const part = (whole: number) => Math.floor(whole / of) + (index < whole % of ? 1 : 0);
  const rate = typeof tps === "number" ? { tps: part(tps) } : {};
  if (rate.tps === 0) return null;
  if (!hasLinks) return { ...others, ...rate };
  const { transceiver = 0, transmitter = 0, receiver = 0 } = binds;
  const own = {
    transceiver: part(transceiver),
    transmitter: part(transmitter),
    receiver: part(receiver),
  };
  if (own.transceiver + own.transmitter === 0) return null;
  return { ...others, ...rate, binds: own };
}
