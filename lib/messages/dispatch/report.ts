import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { reportStatement } from "@/lib/messages/dispatch/report.sql";
import { type DeliveryStatus, reportedStatus } from "@/lib/sms/status";

/** Which reports were taken care of (recorded now or before), and how many belong to no message known so far. */
export type Reported = { known: ReadonlySet<string>; unmatched: number };

/**
 * Records delivery reports and moves messages to what they say (rules: delivery reports, final statuses). A report
 * delivered twice is recorded once; a final status is never replaced; a report older than the status is recorded but
 * does not move it back. Reports that match no message may be early: the carrier's answer to the submission is not
 * written yet.
 */
export async function report(
  db: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<Reported> {
  if (reports.length === 0) return { known: new Set(), unmatched: 0 };
  const rows = reports.map((given) => ({ ...given, id: newId(), status: statusOf(given.code) }));
  const known = await db.query<{ id: string }>(reportStatement(rows, carrier, now));
  const matched = new Set(known.map(({ id }) => id));
  return {
    known: new Set(rows.filter(({ id }) => matched.has(id)).map(({ key }) => key)),
    unmatched: rows.length - matched.size,
  };
}

/** What a carrier's code means. BLOCKED is ours alone to say: it means that no carrier ever saw the message. */
function statusOf(code: number): DeliveryStatus {
  const status = reportedStatus(code);
  return status === null || status === "BLOCKED" ? "UNKNOWN" : status;
}
