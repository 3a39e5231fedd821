import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database, Transaction } from "@/lib/db/client";
import { recentMonths } from "@/lib/db/partitions/months.sql";
import { newId } from "@/lib/ids";
import {
  type NumberedReport,
  type RecordedRow,
  recordReportsStatement,
} from "@/lib/messages/dispatch/report.sql";
import { carrierCounterOf, type EndedMessage } from "@/lib/messages/networks/carrier-counter";
import { type DeliveryStatus, reportedStatus } from "@/lib/sms/status";
import { handOver } from "@/lib/webhooks/delivery/hand-over";
import { type HandedOver, NO_PLACES, type PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";

/**
 * The reports that are recorded, now or before, the number of those without a known message, and whether events of
 * them are due. Handed-over events are not due.
 */
export type ReportResult = { known: ReadonlySet<string>; unmatched: number; isTold: boolean };

/**
 * Records delivery reports and updates the statuses of their messages
 * (rules: delivery reports, final statuses, message parts). A report that is delivered twice is recorded once. A final
 * status is never replaced, nor a status by an older report. A report without a message may be early: the
 * carrier's answer to the submission is not recorded yet.
 */
export async function report(
  db: Database | Transaction,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<ReportResult> {
  const { handed: _, ...reported } = await record(db, { carrier, reports, promised: NO_PLACES }, now);
  return reported;
}

/** Records like `report`, by a separate statement, and then hands the events over to this process's delivery. */
export function reportAndHandOver(
  db: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<ReportResult> {
  return handOver(db, "report", now, (promised) => record(db, { carrier, reports, promised }, now));
}

type ReportBatch = { carrier: string; reports: readonly CarrierReport[]; promised: PromisedPlaces };

async function record(
  db: Database | Transaction,
  { carrier, reports, promised }: ReportBatch,
  now: Date,
): Promise<ReportResult & { handed: HandedOver[] }> {
  if (reports.length === 0) return { known: new Set(), unmatched: 0, isTold: false, handed: [] };
  const numbers = numbered(reports);
  const recording = { carrier, reports: numbers, promised, months: recentMonths(now) };
  const [row] = await db.query<RecordedRow>(recordReportsStatement(recording, now));
  const { known, handed, isTold, ...ended } = row as RecordedRow;
  countEnded(db, carrier, ended, now);
  return {
    known: new Set(known.map((place) => numbers[place - 1]?.key as string)),
    unmatched: numbers.length - known.length,
    isTold,
    handed: handed ?? [],
  };
}

/** Counts ended messages after the commit. */
function countEnded(
  db: Database | Transaction,
  carrier: string,
  { submittedAtMs, isDelivered }: Pick<RecordedRow, "submittedAtMs" | "isDelivered">,
  now: Date,
): void {
  if (!submittedAtMs || submittedAtMs.length === 0) return;
  const ended = submittedAtMs.map(
    (ms, index): EndedMessage => ({
      submittedAtMs: ms,
      isDelivered: isDelivered?.[index] === true,
      ms: Math.max(now.getTime() - ms, 0),
    }),
  );
  if ("afterCommit" in db)
    db.afterCommit(async (own) => carrierCounterOf(own).ended(carrier, ended), "reports were not counted");
  else carrierCounterOf(db).ended(carrier, ended);
}

/** Returns reports with ids of this service, in their order, and the statuses of their codes. */
export function numbered(reports: readonly CarrierReport[]): NumberedReport[] {
  return reports.map((given) => {
    const { reference, key, code, reportedAt, receivedAt } = given;
    return {
      id: newId(),
      reference,
      key,
      code: Number.isFinite(code) ? Math.max(-32_768, Math.min(32_767, Math.trunc(code))) : 0,
      status: statusOf(code),
      reportedAt,
      ...(receivedAt && { receivedAt }),
      msisdn: given.msisdn ?? null,
      addressee: given.addressee ?? null,
      errorCode: given.errorCode ?? null,
      userReference: given.userReference ?? null,
    };
  });
}

/**
 * Returns the status of a carrier's code. No carrier can report BLOCKED, which means that no carrier received the
 * message.
 */
function statusOf(code: number): DeliveryStatus {
  const status = reportedStatus(code);
  return status === null || status === "BLOCKED" ? "UNKNOWN" : status;
}
