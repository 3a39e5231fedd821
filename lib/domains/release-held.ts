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

/** Messages that one statement looks at, so that no lock is held for long. */
export const RELEASE_BATCH = 1_000;

/** How many slices without a message that is ready the sweep looks at each minute. */
const SWEPT_SLICES = 20;

/** When messages are released, and when quiet hours are. */
type ReleaseTimes = { now: Date; quiet: QuietHours };

/**
 * Makes due every held message of an account whose hosts are all approved by now (rules: held links). It is due at once, or
 * at the end of quiet hours where it keeps them. Each is looked at once. Safe to repeat.
 * @returns how many were released.
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
 * Releases an account's held messages as `releaseHeld` does, until they are as many as one transaction should change.
 * @returns how many were released, and whether all were looked at.
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
 * Releases what was left behind (rules: held links): by a server that ended before it had released all, or by an approval that was
 * committed while a message was accepted. Where there are many held messages, each minute has its part of them: it goes
 * on from there until it has looked at so many slices with none that is ready.
 * @returns how many were released.
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

/** What was released of each slice behind a key, and where it ended: null for the end of all. */
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

/** How many held messages of an account are ready to be released: all their hosts are approved. */
export async function countReleasable(db: Queryable, accountId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(countReleasableStatement(accountId));
  return row?.count ?? 0;
}
