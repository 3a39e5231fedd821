import { writeWhereLeasesAre } from "@/lib/db/cells/while-moving";
import type { Database, Queryable } from "@/lib/db/client";
import { isMovedAway } from "@/lib/db/unavailable";
import { type Finished, finishStatements } from "@/lib/messages/dispatch/finish/finish.sql";

/**
 * Records what became of leased messages, those of each outcome in a statement: all of a message, or nothing where that
 * fails.
 * @returns the ids of those whose lease another worker has taken over, which are left alone.
 */
export async function recordFinished(
  db: Queryable,
  finished: readonly Finished[],
  carrier: string,
  now: Date,
): Promise<string[]> {
  const left: string[] = [];
  for (const statement of finishStatements(finished, carrier, now))
    for (const { id } of await db.query<{ id: string }>(statement)) left.push(id);
  return left;
}

/** Records as `recordFinished` does, in the present cells of the accounts (rules: moving an account). */
export function recordInTheirCells(
  own: Database,
  finished: readonly Finished[],
  carrier: string,
  now: Date,
): Promise<string[]> {
  return writeWhereLeasesAre(own, finished, async (cell, theirs) => {
    const left: string[] = [];
    // Each outcome by itself: a refused one is repeated, and the others are recorded already.
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
