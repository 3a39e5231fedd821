import { writeWhereLeasesAre } from "@/lib/db/cells/while-moving";
import type { Database, Queryable } from "@/lib/db/client";
import { isMovedAway } from "@/lib/db/unavailable";
import { type FinishedMessage, finishStatements } from "@/lib/messages/dispatch/finish/finish.sql";

/**
 * Records the new states of leased messages, one statement for each outcome: all of a message, or nothing if the
 * statement fails.
 * @returns the ids of messages whose lease another worker has taken over, which are skipped.
 */
export async function recordFinished(
  db: Queryable,
  finished: readonly FinishedMessage[],
  carrier: string,
  now: Date,
): Promise<string[]> {
  const left: string[] = [];
  for (const statement of finishStatements(finished, carrier, now))
    for (const { id } of await db.query<{ id: string }>(statement)) left.push(id);
  return left;
}

/** Records like `recordFinished`, in the current cells of the accounts (rules: moving an account). */
export function recordInTheirCells(
  own: Database,
  finished: readonly FinishedMessage[],
  carrier: string,
  now: Date,
): Promise<string[]> {
  return writeWhereLeasesAre(own, finished, async (cell, theirs) => {
    const left: string[] = [];
    // Each outcome is recorded separately: a refused one is repeated, while the others are already recorded.
    for (const outcome of new Set(theirs.map((each) => each.outcome))) {
      const some = theirs.filter((each) => each.outcome === outcome);
      try {
        left.push(...(await recordFinished(cell, some, carrier, now)));
      } catch (error) {
        if (!isMovedAway(error)) throw error;
        left.push(...some.map(({ id }) => id));
      }
    }
    return left;
  });
}
