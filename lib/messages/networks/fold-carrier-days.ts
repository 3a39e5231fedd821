import type { Database } from "@/lib/db/client";
import {
  addSumsStatement,
  type SharedSums,
  takeSharedStatement,
} from "@/lib/messages/networks/fold-carrier-days.sql";
import { nzDate } from "@/lib/sms/nz-time";

/** Rows made fewer by one transaction, so that no lock is held for long. */
const BATCH = 2_000;

/** Transactions of one pass: the rest waits for the next minute. */
const MAX_BATCHES = 20;

const DAY_MS = 24 * 3_600_000;

/**
 * Makes one row of those that share a day's sums at a network, once that day and the one after it are over
 * (rules: carrier costs). By then nobody adds to it, and figures of a year read a quarter of the rows. A sum that grows
 * meanwhile gets a new row, and is found the next time.
 */
export async function foldCarrierDays(db: Database, now: Date): Promise<void> {
  const day = nzDate(new Date(now.getTime() - DAY_MS));
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const taken = await foldBatch(db, day);
    if (taken !== BATCH) return;
  }
}

/** @returns how many rows it made fewer. */
function foldBatch(db: Database, day: string): Promise<number> {
  return db.transaction(async (tx) => {
    const sums = await tx.query<SharedSums>(takeSharedStatement(day, BATCH));
    if (sums.length > 0) await tx.query(addSumsStatement(sums));
    return sums.reduce((taken, { rows }) => taken + rows, 0);
  });
}
