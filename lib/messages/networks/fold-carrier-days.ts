import type { Queryable } from "@/lib/db/client";
import { foldCarrierDaysStatement } from "@/lib/messages/networks/fold-carrier-days.sql";
import { nzDate } from "@/lib/sms/nz-time";

/** Rows made fewer by one statement, so that no lock is held for long. */
const BATCH = 2_000;

/** Statements of one pass: the rest waits for the next minute. */
const MAX_BATCHES = 20;

const DAY_MS = 24 * 3_600_000;

/**
 * Makes one row of those that share a day's sums at a network, once that day and the one after it are over
 * (rules: carrier costs). By then nobody adds to it, and figures of a year read a quarter of the rows.
 */
export async function foldCarrierDays(db: Queryable, now: Date): Promise<void> {
  const day = nzDate(new Date(now.getTime() - DAY_MS));
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [row] = await db.query<{ count: number }>(foldCarrierDaysStatement(day, BATCH));
    if (row?.count !== BATCH) return;
  }
}
