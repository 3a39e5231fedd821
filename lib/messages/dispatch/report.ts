import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Queryable } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { type NumberedReport, reportStatement } from "@/lib/messages/dispatch/report.sql";
import { type DeliveryStatus, reportedStatus } from "@/lib/sms/status";

/** A report that belongs to a message, and whether the statement wrote events for webhooks. */
type Recorded = { id: string; isTold: boolean };

/**
 * Which reports are recorded, now or before, how many belong to no known message, and whether an account is to be told
 * by a webhook.
 */
export type Reported = { known: ReadonlySet<string>; unmatched: number; isTold: boolean };

/**
 * Records delivery reports and updates the statuses of their messages
 * (rules: delivery reports, final statuses, message parts). A report that is delivered twice is recorded once. A final
 * status is never replaced, nor a status by an older report. A report without a message may be early: the
 * carrier's answer to the submission is not recorded yet.
 */
export async function report(
  db: Queryable,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<Reported> {
  if (reports.length === 0) return { known: new Set(), unmatched: 0, isTold: false };
  const rows = numbered(reports);
  const known = await db.query<Recorded>(reportStatement(rows, carrier, now));
  const matched = new Set(known.map(({ id }) => id));
  return {
    known: new Set(rows.filter(({ id }) => matched.has(id)).map(({ key }) => key)),
    unmatched: rows.length - matched.size,
    isTold: known.some(({ isTold }) => isTold),
  };
}

/** Reports with ids of ours, in their order, and the statuses that their codes stand for. */
export function numbered(reports: readonly CarrierReport[]): NumberedReport[] {
  return reports.map((given) => ({
    ...{ ...given, id: newId(), status: statusOf(given.code) },
    code: Number.isFinite(given.code) ? Math.max(-32_768, Math.min(32_767, Math.trunc(given.code))) : 0,
  }));
}

/**
 * The status of a carrier's code. No carrier can report BLOCKED, which means that no carrier saw the message.
 */
function statusOf(code: number): DeliveryStatus {
  const status = reportedStatus(code);
  return status === null || status === "BLOCKED" ? "UNKNOWN" : status;
}
