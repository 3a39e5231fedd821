import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Database, Transaction } from "@/lib/db/client";
import { recentMonths } from "@/lib/db/partitions/months.sql";
import { newId } from "@/lib/ids";
import {
  arriveStatement,
  type EndedMessage,
  type NumberedReport,
  type Recording,
  type ReportedRow,
  reportStatement,
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
  const rows = await ("transaction" in db
    ? db.transaction((tx) => recordIn(tx, recording, now), "named")
    : recordIn(db, recording, now));
  countEnded(db, carrier, rows, now);
  const matched = matchedBy(rows);
  return {
    known: new Set(numbers.filter(({ id }) => matched.has(id)).map(({ key }) => key)),
    unmatched: numbers.length - matched.size,
    isTold: rows.some(({ isTold }) => isTold),
    handed: rows.flatMap(({ handed }) => handed ?? []),
  };
}

const matchedBy = (rows: readonly ReportedRow[]) => new Set(rows.flatMap(({ id }) => id ?? []));

/**
 * Records reports, those of messages of recent months first and then what is left, and takes the messages off the queue that
 * they have ended.
 */
async function recordIn(tx: Transaction, recording: Recording, now: Date): Promise<ReportedRow[]> {
  const rows = await tx.query<ReportedRow>(reportStatement(recording, now));
  const matched = matchedBy(rows);
  const left = recording.reports.filter(({ id }) => !matched.has(id));
  if (left.length > 0) {
    // Places are promised once.
    const promised = matched.size === 0 ? recording.promised : NO_PLACES;
    const inAnyMonth = { ...recording, reports: left, months: null, promised };
    rows.push(...(await tx.query<ReportedRow>(reportStatement(inAnyMonth, now))));
  }
  const ended = rows.filter((row): row is ReportedRow & EndedMessage => row.messageId !== null);
  if (ended.length > 0) await tx.query(arriveStatement(ended));
  return rows;
}

/** Counts what was ended, once that is committed. */
function countEnded(
  db: Database | Transaction,
  carrier: string,
  recorded: readonly ReportedRow[],
  now: Date,
): void {
  const ended = recorded.flatMap(({ submittedAtMs, isDelivered }): Ended[] =>
    submittedAtMs === null
      ? []
      : [
          {
            submittedAtMs,
            isDelivered: isDelivered === true,
            ms: Math.max(now.getTime() - submittedAtMs, 0),
          },
        ],
  );
  if (ended.length === 0) return;
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
