import { furtherCells } from "@/lib/db/cells/cells";
import { currentMove } from "@/lib/db/cells/moved";
import { byCell, lookAgain } from "@/lib/db/cells/while-moving";
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

/** So long an answer waits for an account that moves; a carrier has been asked already. */
const WAIT_MS = 20_000;

/**
 * Records as `recordFinished` does, and what is of an account that moves, or has moved since it was handed over, in the cell
 * that it is in by then (rules: moving an account): the leases go along.
 */
export async function recordInTheirCells(
  own: Database,
  finished: readonly Finished[],
  carrier: string,
  now: Date,
): Promise<string[]> {
  if (furtherCells().size === 0) return recordFinished(own, finished, carrier, now);
  let left = await recordUnlessMoved(own, finished, carrier, now);
  const endAt = performance.now() + WAIT_MS;
  while (left.length > 0) {
    await lookAgain();
    const ids = new Set(left);
    const open = finished.filter(({ id }) => ids.has(id));
    left = [];
    for (const [cell, theirs] of byCell(open, ({ accountId }) => accountId))
      left.push(...(await recordUnlessMoved(cell, theirs, carrier, now)));
    const accounts = new Set(currentMove()?.accounts);
    const isMoving = open.some(({ id, accountId }) => accounts.has(accountId) && left.includes(id));
    if (!isMoving || performance.now() >= endAt) break;
  }
  return left;
}

/** The same as `recordFinished`, where what is of an account that moves is left as well. */
async function recordUnlessMoved(
  db: Database,
  finished: readonly Finished[],
  carrier: string,
  now: Date,
): Promise<string[]> {
  const left: string[] = [];
  for (const outcome of new Set(finished.map((each) => each.outcome))) {
    const own = finished.filter((each) => each.outcome === outcome);
    try {
      left.push(...(await recordFinished(db, own, carrier, now)));
    } catch (error) {
      if (!isMovedAway(error)) throw error;
      left.push(...own.map(({ id }) => id));
    }
  }
  return left;
}
