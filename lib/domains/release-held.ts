import type { Queryable } from "@/lib/db/client";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import type { HeldKey } from "@/lib/domains/held-order.sql";
import {
  countReleasableStatement,
  type HeldScope,
  partStartStatement,
  releaseStatement,
  sliceEndStatement,
} from "@/lib/domains/release-held.sql";
import { type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/** The messages that one statement reads, so that no lock is held for long. */
export const RELEASE_BATCH = 1_000;

/** The slices without a ready message that the sweep reads each minute. */
const SWEPT_SLICES = 20;

/** The time of a release, and the quiet hours. */
type ReleaseTimes = { now: Date; quiet: QuietHours };

/**
 * Makes an account's held messages due if all their hosts are approved (rules: held links). A message is due at once,
 * or at the end of quiet hours if it keeps them. Each message is read once. Safe to repeat.
 * @returns the number of released messages.
 */
export async function releaseHeld(
  db: Queryable,
  accountId: number,
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  let released = 0;
  for await (const slice of releaseSlices(db, { accountId }, { now, quiet }, null))
    released += slice.released;
  return released;
}

/**
 * Releases an account's held messages like `releaseHeld`, but about as many as one transaction should change.
 * @returns the number of released messages, and whether all were read.
 */
export async function releaseSome(
  db: Queryable,
  accountId: number,
  times: ReleaseTimes,
): Promise<{ released: number; isAll: boolean }> {
  let released = 0;
  for await (const slice of releaseSlices(db, { accountId }, times, null)) {
    released += slice.released;
    if (released >= RELEASE_BATCH && slice.until !== null) return { released, isAll: false };
  }
  return { released, isAll: true };
}

/**
 * Releases messages that were left behind (rules: held links). Either a server ended before it had released all, or
 * an approval was committed while a message was accepted. With many held messages, each minute begins at its own
 * part. It continues until `slices` slices had no ready message.
 * @returns the number of released messages.
 */
export async function sweepHeld(
  db: Queryable,
  now: Date,
  quiet: QuietHours,
  slices = SWEPT_SLICES,
): Promise<number> {
  let [released, left] = [0, slices];
  const minute = Math.floor(now.getTime() / 60_000);
  const [from = null] = await db.query<HeldKey>(partStartStatement(minute, slices * RELEASE_BATCH));
  for await (const slice of releaseSlices(db, "all", { now, quiet }, from)) {
    released += slice.released;
    if (slice.released === 0 && --left === 0) break;
  }
  return released;
}

/**
 * Releases each slice after a key. Yields the number of released messages and the slice's end, null at the end of
 * all.
 */
async function* releaseSlices(
  db: Queryable,
  scope: HeldScope,
  { now, quiet }: ReleaseTimes,
  from: HeldKey | null,
): AsyncGenerator<{ released: number; until: HeldKey | null }> {
  const morning = releaseTime(now, quiet) ?? now;
  let after = from;
  do {
    const [until = null] = await db.query<HeldKey>(sliceEndStatement(scope, after, RELEASE_BATCH));
    const rows = await queryInTransaction(db, releaseStatement(scope, { after, until }, now, morning));
    if (rows.length > 0) db.wake("dispatch");
    yield { released: rows.length, until };
    after = until;
  } while (after !== null);
}

/** Counts an account's held messages that are ready to be released, because all their hosts are approved. */
export async function countReleasable(db: Queryable, accountId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(countReleasableStatement(accountId));
  return row?.count ?? 0;
}
