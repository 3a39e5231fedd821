import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database, Transaction } from "@/lib/db/client";
import { recentMonths } from "@/lib/db/partitions/months.sql";
import { newId } from "@/lib/ids";
import {
  type NumberedReport,
  type RecordedRow,
  recordReportsStatement,
} from "@/lib/messages/dispatch/report.sql";
import { carrierCounterOf, type Ended } from "@/lib/messages/networks/carrier-counter";
import { type DeliveryStatus, reportedStatus } from "@/lib/sms/status";
import { handOver } from "@/lib/webhooks/delivery/hand-over";
import { type HandedOver, NO_PLACES, type PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";

/**
 * Which reports are recorded, now or before, how many belong to no known message, and whether events of them are due. Events
 * that were handed over are not.
 */
export type Reported = { known: ReadonlySet<string>; unmatched: number; isTold: boolean };

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
): Promise<Reported> {
  const { handed: _, ...reported } = await record(db, { carrier, reports, promised: NO_PLACES }, now);
  return reported;
}

/** `report` by a statement of its own, after which the events of it are handed over to whoever delivers in this process. */
export function reportAndHandOver(
  db: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<Reported> {
  return handOver(db, "report", now, (promised) => record(db, { carrier, reports, promised }, now));
}

type Given = { carrier: string; reports: readonly CarrierReport[]; promised: PromisedPlaces };

async function record(
  db: Database | Transaction,
  { carrier, reports, promised }: Given,
  now: Date,
): Promise<Reported & { handed: HandedOver[] }> {
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

/** Counts messages that ended, once that is committed. */
function countEnded(
  db: Database | Transaction,
  carrier: string,
  { submittedAtMs, isDelivered }: Pick<RecordedRow, "submittedAtMs" | "isDelivered">,
  now: Date,
): void {
  if (!submittedAtMs || submittedAtMs.length === 0) return;
  const ended = submittedAtMs.map(
    (ms, index): Ended => ({
      submittedAtMs: ms,
      isDelivered: isDelivered?.[index] === true,
      ms: Math.max(now.getTime() - ms, 0),
    }),
  );
  if ("afterCommit" in db)
    db.afterCommit(async (own) => carrierCounterOf(own).ended(carrier, ended), "reports were not counted");
  else carrierCounterOf(db).ended(carrier, ended);
}

/** Reports with ids of ours, in their order, and the statuses that their codes stand for. */
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
 * The status of a carrier's code. No carrier can report BLOCKED, which means that no carrier saw the message.
 */
function statusOf(code: number): DeliveryStatus {
  const status = reportedStatus(code);
  return status === null || status === "BLOCKED" ? "UNKNOWN" : status;
}
