import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Months } from "@/lib/db/partitions/months.sql";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import type { DeliveryStatus } from "@/lib/sms/status";
import type { HandedOver, PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";

/** The most characters of a network's error that are kept. */
const MAX_ERROR_LENGTH = 64;

/** A carrier's report with an id of ours and the status that its code stands for. */
export type NumberedReport = CarrierReport & { id: string; status: DeliveryStatus };

/** Reports of a carrier, and the months in which most of their messages are. */
export type Recording = {
  reports: readonly NumberedReport[];
  carrier: string;
  months: Months;
  promised: PromisedPlaces;
};

/** What became of reports. Nulls stand for empty lists. */
export type RecordedRow = {
  /** The places of the reports that belong to a message, from 1. */
  known: number[];
  /** Of each message that ended: when it was handed over, in milliseconds since 1970, and whether it is delivered. */
  submittedAtMs: number[] | null;
  isDelivered: boolean[] | null;
  handed: HandedOver[] | null;
  /** Whether other events were written, which are due. */
  isTold: boolean;
};

/** Records reports, moves their messages and writes the events of them: see the function. Gives one `RecordedRow`. */
export function recordReportsStatement(
  { reports, carrier, months, promised: { lease, places } }: Recording,
  now: Date,
): Sql {
  const each = <Value>(of: (report: NumberedReport) => Value) => reports.map(of);
  return prepared(
    "record-reports",
    sql`
    select known, submitted_ms as "submittedAtMs", delivered as "isDelivered", handed, is_told as "isTold"
    from record_reports_v1(
      ${carrier}, ${now}, ${months.from}, ${months.to}, ${lease}, ${JSON.stringify(places)},
      ${each(({ id }) => id)},
      ${each(({ reference }) => storable(reference))},
      ${each(({ key }) => storable(key))},
      ${each(({ status }) => status)},
      ${each(({ code }) => code)},
      ${each(({ reportedAt }) => reportedAt)},
      ${each(({ msisdn }) => (msisdn ? storable(msisdn) : null))},
      ${each(({ errorCode }) => (errorCode ? storable(errorCode).slice(0, MAX_ERROR_LENGTH) : null))},
      ${each(({ receivedAt = now }) => receivedAt)})`,
  );
}
