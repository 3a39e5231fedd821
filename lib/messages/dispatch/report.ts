import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { reportStatement } from "@/lib/messages/dispatch/report.sql";
import { type DeliveryStatus, reportedStatus } from "@/lib/sms/status";

/** Which reports are recorded, now or before, and how many belong to no known message. */
export type Reported = { known: ReadonlySet<string>; unmatched: number };

/**
 * Records delivery reports and updates the statuses of their messages
 * (rules: delivery reports, final statuses). A report that is delivered twice is recorded once. A final
 * status is never replaced, nor a status by an older report. A report without a message may be early: the
 * carrier's answer to the submission is not recorded yet.
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

/**
 * The status of a carrier's code. No carrier can report BLOCKED, which means that no carrier saw the message.
 */
function statusOf(code: number): DeliveryStatus {
  const status = reportedStatus(code);
  return status === null || status === "BLOCKED" ? "UNKNOWN" : status;
}
