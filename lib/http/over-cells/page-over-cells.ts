import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import { readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";

/** A part of a cell's list, and the number of all its rows. */
export type PartOfList<Row> = { rows: readonly Row[]; total: number };

/** The part of a cell's list that a page shows. */
export type Part = { offset: number; limit: number };

/**
 * Reads a page of a list over several cells, in which the entries of one cell follow those of another (rules: cells).
 * It reads the totals of all cells at once, and then their parts of the page at once. The page waits twice at most.
 * @param cells in the order of their entries.
 * @returns with `awayCells` the numbers of cells that do not answer and whose entries are missing.
 * @throws the failure of the home cell.
 */
export async function pageOverCells<Row>(
  cells: readonly Database[],
  { page, limit }: { page: number; limit: number },
  read: (cell: Database, part: Part) => Promise<PartOfList<Row>>,
): Promise<{ rows: Row[]; pagination: Pagination; awayCells: number[] }> {
  const [only, ...others] = cells;
  if (only && others.length === 0) {
    const { rows, total } = await read(only, { offset: (page - 1) * limit, limit });
    return { rows: [...rows], pagination: paginate({ page, limit }, total), awayCells: [] };
  }
  const counted = await readOfCells(cells, async (cell) => (await read(cell, { offset: 0, limit: 0 })).total);
  const totals = new Map(counted.parts.map(({ cell, read: total }) => [cell, total]));
  const parts = new Map<Database, Part>();
  let before = 0;
  for (const cell of cells) {
    const total = totals.get(cell.cell) ?? 0;
    const offset = Math.max(0, (page - 1) * limit - before);
    const end = Math.min(total, page * limit - before);
    if (end > offset) parts.set(cell, { offset, limit: end - offset });
    before += total;
  }
  const found = await readOfCells(cells, async (cell) => {
    const part = parts.get(cell);
    return part ? (await read(cell, part)).rows : [];
  });
  return {
    rows: found.parts.flatMap(({ read: rows }) => rows),
    pagination: paginate({ page, limit }, before),
    awayCells: [...counted.awayCells, ...found.awayCells].sort((a, b) => a - b),
  };
}
