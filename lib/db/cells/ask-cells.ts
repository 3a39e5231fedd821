import { furtherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { processWide } from "@/lib/process-wide";

/** Who asks several cells waits no longer for one of them. */
const ANSWER_MS = 2_000;

/** So long one that did not answer in time is not asked: else each who asks would wait for it anew. */
const LET_BE_MS = 4_000;

/**
 * By cell and by how long somebody waited, until when it is let be, in milliseconds of the process's own clock: one that was
 * too slow for a page may be quick enough for a look-up.
 */
const letBeUntil = processWide("gatewaySlowCells", () => new Map<string, number>());

/** What a cell says, or why it does not. */
export type Answer<Said> = { cell: Database; said: Said } | { cell: Database; failure: unknown };

/**
 * Asks cells, all at once, so that one that is away or hangs delays nobody by more than two seconds, or `ms`; null: as long as
 * it takes, as where there is one cell alone.
 * @returns what each says, in their order; nothing is thrown.
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
 * What the first of the cells that knows it says, in their order: for what names no account. One that does not answer
 * keeps nobody from what another one knows.
 * @param ask gives null where the cell does not know it.
 * @returns null where all cells answer, and none knows it.
 * @throws what kept a cell from answering, where no other one knows it.
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
 * Waits two seconds, or `ms`, for what a cell is asked. The statement goes on by itself where it takes longer.
 * @throws DatabaseUnavailableError after that time, and for a while afterwards without asking.
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

/** The cells that did not answer, by their numbers. Each is logged with a sentence that says what is missing. */
export function awayAmong(answers: readonly Answer<unknown>[], sentence: string): number[] {
  return answers.flatMap((answer) => {
    if (!("failure" in answer)) return [];
    logFailure(answer.failure, { cell: answer.cell.cell }, sentence);
    return [answer.cell.cell];
  });
}
