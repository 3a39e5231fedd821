import { readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";

/** What a cell has of a list: so many rows from behind so many, and how many there are in all. */
export type PartOfList<Row> = { rows: readonly Row[]; total: number };

/** How much of a cell's part is wanted. */
export type Part = { offset: number; limit: number };

/**
 * A page of a list over several cells, in which the entries of one cell follow those of another (rules: cells). All cells are
 * asked at once for how many they have, and then at once for what the page shows of each: the page waits twice, however
 * many do not answer.
 * @param cells in the order in which their entries come.
 * @returns with `awayCells` the numbers of those that do not answer, whose entries are missing. Without home there is
 * no list.
 */
export async function pageOverCells<Row>(
  cells: readonly Database[],
  { page, limit }: { page: number; limit: number },
  read: (cell: Database, part: Part) => Promise<PartOfList<Row>>,
): Promise<PartOfList<Row> & { awayCells: number[] }> {
  const [only, ...others] = cells;
  if (only && others.length === 0)
    return { ...(await read(only, { offset: (page - 1) * limit, limit })), awayCells: [] };
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
    total: before,
    awayCells: [...counted.awayCells, ...found.awayCells].sort((a, b) => a - b),
  };
}
