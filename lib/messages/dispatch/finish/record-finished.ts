import type { Queryable } from "@/lib/db/client";
import { type Finished, finishStatements } from "@/lib/messages/dispatch/finish/finish.sql";

/**
 * Records what became of leased messages, those of each outcome in a statement: all of a message, or nothing where that fails.
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
