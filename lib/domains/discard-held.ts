import type { Database, Queryable } from "@/lib/db/client";
import {
  countHeldStatement,
  discardStatement,
  type HeldSelection,
  type LockedRow,
  lockAccountsStatement,
  lockHeldStatement,
} from "@/lib/domains/discard-held.sql";

/** A held message that nobody decides on is deleted after so long (rules: end of holding). */
export const MAX_HELD_MS = 14 * 24 * 3_600_000;

/** Messages deleted by one transaction, so that no account is locked for long. */
export const DISCARD_BATCH = 1_000;

/**
 * Deletes held messages (rules: end of holding, reversals): they go `DELETED` and their deductions are reversed, and
 * their codes erased, in one transaction. A message that is not held any more is left alone, so that running it twice
 * gives money back once.
 * @returns how many were deleted.
 */
export async function discardHeld(db: Database, selection: HeldSelection, now: Date): Promise<number> {
  let discarded = 0;
  for (;;) {
    const count = await db.transaction((tx) => discardBatch(tx, selection, now));
    discarded += count;
    if (count < DISCARD_BATCH) return discarded;
  }
}

/** Deletes held messages, at most so many as one transaction should hold: `discardHeld` goes on until none is left. */
export async function discardBatch(tx: Queryable, selection: HeldSelection, now: Date): Promise<number> {
  const held = await tx.query<LockedRow>(lockHeldStatement(selection, DISCARD_BATCH));
  if (held.length === 0) return 0;
  await tx.query(lockAccountsStatement(held.map(({ accountId }) => accountId)));
  const ids = held.map(({ id }) => id);
  await tx.query(discardStatement(ids, now));
  return held.length;
}

/** How many held messages there are of a selection. */
export async function countHeld(db: Queryable, selection: HeldSelection): Promise<number> {
  const [row] = await db.query<{ count: number }>(countHeldStatement(selection));
  return row?.count ?? 0;
}
