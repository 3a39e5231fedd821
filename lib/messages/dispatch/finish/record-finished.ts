import { furtherCells } from "@/lib/cells/cells";
import { currentMove } from "@/lib/cells/moved/moved";
import { byCell, lookAgain, WAIT_FOR_MOVE_MS } from "@/lib/cells/while-moving";
import type { Database, Queryable } from "@/lib/db/client";
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
  let left = await recordFinished(own, finished, carrier, now);
  if (left.length === 0 || furtherCells().size === 0) return left;
  const endAt = performance.now() + WAIT_FOR_MOVE_MS;
  for (;;) {
    await lookAgain();
    const ids = new Set(left);
    const open = finished.filter(({ id }) => ids.has(id));
    left = [];
    for (const [cell, theirs] of byCell(open, ({ accountId }) => accountId))
      left.push(...(await recordFinished(cell, theirs, carrier, now)));
    const accounts = new Set(currentMove()?.accounts);
    const isMoving = open.some(({ id, accountId }) => accounts.has(accountId) && left.includes(id));
    if (!isMoving || performance.now() >= endAt) return left;
  }
}
