import { HOME_CELL } from "@/lib/cell-numbers";
import { askCells, awayAmong } from "@/lib/db/cells/ask-cells";
import { allCells, furtherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { databaseFailure } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";

/** A page of Administration waits no longer for a cell. */
export const PAGE_MS = 10_000;

/** What each cell that answers has, and the numbers of those that do not. */
export type OfCells<Read> = { parts: { cell: number; read: Read }[]; awayCells: number[] };

/** The numbers of all cells, home first, where a page may choose one; none where there is one database. */
export function cellsToChoose(): number[] {
  return furtherCells().size === 0 ? [] : [HOME_CELL, ...furtherCells().keys()];
}

/**
 * The databases that a page of Administration is about: of all cells, home first, or of the one that is chosen.
 * @throws GatewayError `invalid_parameter` for a cell that there is not.
 */
export function chosenCells(home: Database, cell: number | undefined): readonly Database[] {
  const cells = allCells(home);
  if (cell === undefined) return cells;
  const chosen = cells.filter((each) => each.cell === cell);
  if (chosen.length === 0) throw new GatewayError("invalid_parameter", `There is no cell ${cell}.`);
  return chosen;
}

/**
 * Reads something of several cells at once for a page of Administration (rules: cells), which waits `ms` for each. What a cell has that does not answer
 * is missing, and the page says so.
 * @throws what keeps home from answering, or the only cell that is asked.
 */
export async function readOfCells<Read>(
  cells: readonly Database[],
  read: (cell: Database) => Promise<Read>,
  ms = PAGE_MS,
): Promise<OfCells<Read>> {
  // Who has chosen one cell waits for it as long as it takes.
  const answers = await askCells(cells, read, cells.length === 1 ? null : ms);
  for (const answer of answers) {
    if (!("failure" in answer)) continue;
    const isNeeded = answer.cell.cell === HOME_CELL || cells.length === 1;
    if (isNeeded || databaseFailure(answer.failure) !== "unavailable") throw answer.failure;
  }
  const awayCells = awayAmong(answers, "a page is without what a cell has");
  const parts = answers.flatMap((answer) =>
    "said" in answer ? { cell: answer.cell.cell, read: answer.said } : [],
  );
  return { parts, awayCells };
}
