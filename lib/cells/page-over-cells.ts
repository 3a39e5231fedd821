import { HOME_CELL } from "@/lib/cell-numbers";
import { inTime } from "@/lib/cells/ask-cells";
import { PAGE_MS } from "@/lib/cells/read-of-cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { databaseFailure } from "@/lib/db/unavailable";

/** What a cell has of a list: so many rows from behind so many, and how many there are in all. */
export type PartOfList<Row> = { rows: readonly Row[]; total: number };

/** How much of a cell's part is wanted. */
export type Part = { offset: number; limit: number };

/**
 * A page of a list over several cells, in which the entries of one cell follow those of another (rules: cells).
 * @param cells in the order in which their entries come.
 * @returns with `awayCells` the numbers of those that do not answer, whose entries are missing. Without home there is
 * no list.
 */
export async function pageOverCells<Row>(
  cells: readonly Database[],
  { page, limit }: { page: number; limit: number },
  read: (cell: Database, part: Part) => Promise<PartOfList<Row>>,
): Promise<PartOfList<Row> & { awayCells: number[] }> {
  const rows: Row[] = [];
  const awayCells: number[] = [];
  let total = 0;
  for (const cell of cells) {
    const offset = Math.max(0, (page - 1) * limit - total);
    const part = await readOf(cell, cells.length === 1, () =>
      read(cell, { offset, limit: limit - rows.length }),
    );
    if (part) {
      rows.push(...part.rows);
      total += part.total;
    } else awayCells.push(cell.cell);
  }
  return { rows, total, awayCells };
}

async function readOf<Read>(
  cell: Database,
  isOnly: boolean,
  read: () => Promise<Read>,
): Promise<Read | null> {
  try {
    return isOnly ? await read() : await inTime(cell, read, PAGE_MS);
  } catch (error) {
    if (cell.cell === HOME_CELL || databaseFailure(error) !== "unavailable") throw error;
    logFailure(error, { cell: cell.cell }, "a list is without the entries of a cell");
    return null;
  }
}
