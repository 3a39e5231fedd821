import { furtherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { processWide } from "@/lib/process-wide";

/** The longest wait for one of several cells. */
const ANSWER_MS = 2_000;

/** The pause for a cell that was too slow. Without it, each caller would wait for the cell. */
const LET_BE_MS = 4_000;

/**
 * The end of that pause in milliseconds of the process's own clock, by cell and by the longest wait. A cell that is
 * too slow for a look-up may be quick enough for a page.
 */
const letBeUntil = processWide("gatewaySlowCells", () => new Map<string, number>());

/** The answer of a cell, or the reason of its failure. */
export type Answer<Said> = { cell: Database; said: Said } | { cell: Database; failure: unknown };

/**
 * Asks several cells at once. A cell that is away or hangs delays the caller by two seconds at most, or by `ms`. With
 * null, or in a service of one cell, the caller waits until the cell answers.
 * @returns the answers in the order of the cells. Never throws.
 */
export function askCells<Said>(
  cells: readonly Database[],
  ask: (cell: Database) => Promise<Said>,
  ms: number | null = ANSWER_MS,
): Promise<Answer<Said>[]> {
  const isOnly = cells.length === 1 && furtherCells().size === 0;
  const answer = ms === null || isOnly ? ask : (cell: Database) => inTime(cell, ask, ms);
  return Promise.all(
    cells.map(async (cell) => {
      try {
        return { cell, said: await answer(cell) };
      } catch (failure) {
        return { cell, failure };
      }
    }),
  );
}

/**
 * Searches the cells for a row that names no account. The first cell that knows it counts, in the order of the cells.
 * A failed cell matters only if no other cell knows it.
 * @param ask returns null if the cell does not know it.
 * @returns null if all cells answer and do not know it.
 * @throws the failure of a cell, if no other cell knows it.
 */
export async function findInCells<Found>(
  cells: readonly Database[],
  ask: (cell: Database) => Promise<Found | null>,
): Promise<Found | null> {
  const answers = await askCells(cells, ask);
  for (const answer of answers) if ("said" in answer && answer.said !== null) return answer.said;
  for (const answer of answers) if ("failure" in answer) throw answer.failure;
  return null;
}

/**
 * Waits two seconds, or `ms`, for the answer of a cell. A slower statement continues without the caller.
 * @throws DatabaseUnavailableError after that time, and during the pause that follows.
 */
export async function inTime<Said>(
  cell: Database,
  ask: (cell: Database) => Promise<Said>,
  ms = ANSWER_MS,
): Promise<Said> {
  const name = `${cell.cell} ${ms}`;
  if (performance.now() < (letBeUntil.value.get(name) ?? 0)) throw late();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      letBeUntil.value.set(name, performance.now() + LET_BE_MS);
      reject(late());
    }, ms);
  });
  try {
    return await Promise.race([ask(cell), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const late = () => new DatabaseUnavailableError(new Error("A cell has not answered in time."));

/** Returns the numbers of the cells that did not answer, and logs each with a sentence about the missing part. */
export function awayAmong(answers: readonly Answer<unknown>[], sentence: string): number[] {
  return answers.flatMap((answer) => {
    if (!("failure" in answer)) return [];
    logFailure(answer.failure, { cell: answer.cell.cell }, sentence);
    return [answer.cell.cell];
  });
}
