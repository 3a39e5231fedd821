import type { Database } from "@/lib/db/client";
import {
  addSumsStatement,
  type SharedSums,
  takeSharedStatement,
} from "@/lib/messages/networks/fold-carrier-days.sql";
import { nzDate } from "@/lib/sms/nz-time";

/** The rows that one transaction deletes, so that no lock is held for long. */
const BATCH = 2_000;

/** The transactions of one pass. The rest waits for the next minute. */
const MAX_BATCHES = 20;

const DAY_MS = 24 * 3_600_000;

/**
 * Merges the rows that share a day's sums at a network into one, after that day and the next are over
 * (rules: carrier costs). The sums no longer grow then, and figures of a year read a quarter of the rows. If a sum
 * still grows, it gets a new row, which the next pass finds.
 */
export async function foldCarrierDays(db: Database, now: Date): Promise<void> {
  const day = nzDate(new Date(now.getTime() - DAY_MS));
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const taken = await foldBatch(db, day);
    if (taken !== BATCH) return;
  }
}

/** Merges one batch. @returns the number of deleted rows. */
function foldBatch(db: Database, day: string): Promise<number> {
  return db.transaction(async (tx) => {
    const sums = await tx.query<SharedSums>(takeSharedStatement(day, BATCH));
    if (sums.length > 0) await tx.query(addSumsStatement(sums));
    return sums.reduce((taken, { rows }) => taken + rows, 0);
  });
}
