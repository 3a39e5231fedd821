import type { Queryable } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import { countReleasableStatement, type HeldScope, releaseStatement } from "@/lib/domains/release-held.sql";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** Messages released by one statement, so that no lock is held for long. */
export const RELEASE_BATCH = 1_000;

/**
 * Makes due every held message whose hosts are all approved by now (rules: held links). It is due at once, or
 * at the end of quiet hours where it keeps them. Safe to repeat; also sweeps up what was accepted while an
 * approval was being committed.
 * @returns how many were released.
 */
export async function releaseHeld(
  db: Queryable,
  scope: HeldScope,
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  let released = 0;
  for (;;) {
    const count = await releaseBatch(db, scope, now, quiet);
    released += count;
    if (count < RELEASE_BATCH) return released;
  }
}

/** Releases as `releaseHeld` does, at most so many as one statement should. */
export async function releaseBatch(
  db: Queryable,
  scope: HeldScope,
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  const released = await queryInTransaction(
    db,
    releaseStatement(scope, RELEASE_BATCH, now, releaseTime(now, quiet) ?? now),
  );
  if (released.length > 0) db.wake("dispatch");
  return released.length;
}

/** How many held messages of an account are ready to be released: all their hosts are approved. */
export async function countReleasable(db: Queryable, accountId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(countReleasableStatement(accountId));
  return row?.count ?? 0;
}
