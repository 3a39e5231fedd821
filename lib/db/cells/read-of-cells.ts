import { HOME_CELL } from "@/lib/cell-numbers";
import { askCells, awayAmong } from "@/lib/db/cells/ask-cells";
import { allCells, furtherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { databaseFailure } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";

/** The longest wait of a page of Administration for a cell. */
export const PAGE_MS = 10_000;

/** The answers of the cells, and the numbers of the cells without one. */
export type OfCells<Read> = { parts: { cell: number; read: Read }[]; awayCells: number[] };

/**
 * Returns the numbers of the cells that a page offers, home first. The list is empty in a service of one database.
 */
export function cellsToChoose(): number[] {
  return furtherCells().size === 0 ? [] : [HOME_CELL, ...furtherCells().keys()];
}

/**
 * Returns the databases of a page of Administration: all cells, home first, or the chosen cell.
 * @throws GatewayError `invalid_parameter` for an unknown cell.
 */
export function chosenCells(home: Database, cell: number | undefined): readonly Database[] {
  const cells = allCells(home);
  if (cell === undefined) return cells;
  const chosen = cells.filter((each) => each.cell === cell);
  if (chosen.length === 0) throw new GatewayError("invalid_parameter", `There is no cell ${cell}.`);
  return chosen;
}

/**
 * Reads from several cells at once for a page of Administration (rules: cells). The page waits `ms` for each, and
 * names the cells that do not answer.
 * @throws the failure of home, or of the only cell that is asked.
 */
export async function readOfCells<Read>(
  cells: readonly Database[],
  read: (cell: Database) => Promise<Read>,
  ms = PAGE_MS,
): Promise<OfCells<Read>> {
  // A page about one chosen cell waits until the cell answers.
  const answers = await askCells(cells, read, cells.length === 1 ? null : ms);
  for (const answer of answers) {
    if (!("failure" in answer)) continue;
    const isNeeded = answer.cell.cell === HOME_CELL || cells.length === 1;
    if (isNeeded || databaseFailure(answer.failure) !== "unavailable") throw answer.failure;
  }
  const awayCells = awayAmong(answers, "a page lacks the rows of a cell");
  const parts = answers.flatMap((answer) =>
    "said" in answer ? { cell: answer.cell.cell, read: answer.said } : [],
  );
  return { parts, awayCells };
}
