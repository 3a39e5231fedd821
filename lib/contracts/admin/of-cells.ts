import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";

/** The highest number that a cell may have, as in `lib/cell-numbers`. */
const MAX_CELL = 49;

/** The number of a cell that a page is about; all of them without it (rules: cells). */
export const chosenCell = () => integer(1, MAX_CELL).optional();

/**
 * What a page over several cells says of them: the numbers of those to choose from, none where there is one database, and of
 * those that do not answer, whose part is missing.
 */
export const ofCells = { cells: z.array(z.int()), awayCells: z.array(z.int()) };
