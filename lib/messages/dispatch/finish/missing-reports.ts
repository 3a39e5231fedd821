import type { Database } from "@/lib/db/client";
import {
  endUnreportedStatement,
  type UnreportedRow,
} from "@/lib/messages/dispatch/finish/missing-reports.sql";

/** For so long beyond a message's validity its report may still come. */
const REPORT_GRACE_MS = 24 * 3_600_000;

/** Messages that are ended by one statement, and the most statements of one run. */
const BATCH = 1_000;
const MAX_BATCHES = 20;

/**
 * Ends what a network took and never reported an end of (rules: missing reports).
 * @returns how many messages there were.
 */
export async function endUnreported(db: Database, now: Date): Promise<number> {
  const validBefore = new Date(now.getTime() - REPORT_GRACE_MS);
  let all = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [row] = await db.query<UnreportedRow>(endUnreportedStatement(validBefore, now, BATCH));
    all += row?.ended ?? 0;
    if ((row?.looked ?? 0) < BATCH) break;
  }
  return all;
}
