import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";

/** The highest number of a cell, as in `lib/cell-numbers`. */
const MAX_CELL = 49;

/** Creates the schema of a page's cell. Without it, the page shows all cells (rules: cells). */
export const chosenCell = () => integer(1, MAX_CELL).optional();

/**
 * The cells of a page: the numbers to choose from (empty with one database), and the cells that do not respond, whose
 * part is missing.
 */
export const ofCells = { cells: z.array(z.int()), awayCells: z.array(z.int()) };
