import type { Database } from "@/lib/db/client";
import {
  endUnreportedStatement,
  type UnreportedRow,
} from "@/lib/messages/dispatch/finish/missing-reports.sql";
import {
  endPartlyReportedStatement,
  type PartlyReportedRow,
} from "@/lib/messages/dispatch/finish/partly-reported.sql";
import { carrierCounterOf } from "@/lib/messages/networks/carrier-counter";
import { processWide } from "@/lib/process-wide";

/** The time after a message's validity in which its report may still arrive. */
const REPORT_GRACE_MS = 24 * 3_600_000;

/** The overlap with the previous run, because the clocks of servers differ and a row may be written late. */
const LOOK_BACK_MS = 5 * 60_000;

/** The messages that one statement ends, and the most statements of one run. */
const BATCH = 1_000;
const MAX_BATCHES = 20;

/** The end of the period in which this process last looked for messages whose validity is over. */
const looks = processWide("gatewayPartlyReported", () => new WeakMap<Database, Date>());

/**
 * Ends submitted messages whose final report is missing (rules: missing reports, message parts).
 * @returns the number of ended messages.
 */
export async function endUnreported(db: Database, now: Date): Promise<number> {
  const validBefore = new Date(now.getTime() - REPORT_GRACE_MS);
  let all = await endPartlyReported(db, now);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [row] = await db.query<UnreportedRow>(endUnreportedStatement(validBefore, now, BATCH));
    all += row?.ended ?? 0;
    if ((row?.looked ?? 0) < BATCH) break;
  }
  return all;
}

/**
 * Delivers messages whose parts were partly reported as delivered when their validity ends. A process checks each
 * period about once, and again when the time for late reports is over: a part may be reported meanwhile.
 */
async function endPartlyReported(db: Database, now: Date): Promise<number> {
  const validBefore = new Date(now.getTime() - REPORT_GRACE_MS);
  const last = looks.value.get(db);
  const isRecent = last !== undefined && last <= now && last > validBefore;
  const after = isRecent ? new Date(last.getTime() - LOOK_BACK_MS) : validBefore;
  const late = await endPartlyWithin(db, { after: new Date(0), until: validBefore }, now);
  const due = await endPartlyWithin(db, { after, until: now }, now);
  if (due.isWhole) looks.value.set(db, now);
  return late.ended + due.ended;
}

async function endPartlyWithin(
  db: Database,
  time: { after: Date; until: Date },
  now: Date,
): Promise<{ ended: number; isWhole: boolean }> {
  let ended = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rows = await db.query<PartlyReportedRow>(endPartlyReportedStatement(time, now, BATCH));
    ended += rows.length;
    for (const { carrier, submittedAtMs, deliveredAtMs } of rows)
      carrierCounterOf(db).ended(carrier, [
        { submittedAtMs, isDelivered: true, ms: Math.max(deliveredAtMs - submittedAtMs, 0) },
      ]);
    if (rows.length < BATCH) return { ended, isWhole: true };
  }
  return { ended, isWhole: false };
}
