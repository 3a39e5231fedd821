import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Months } from "@/lib/db/partitions/months.sql";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import type { DeliveryStatus } from "@/lib/sms/status";
import type { HandedOver, PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";

/** The most characters of a network's error that are stored. */
const MAX_ERROR_LENGTH = 64;

/** A carrier's report with an id of this service and the status of its code. */
export type NumberedReport = CarrierReport & { id: string; status: DeliveryStatus };

/** Reports of a carrier, and the months of most of their messages. */
export type Recording = {
  reports: readonly NumberedReport[];
  carrier: string;
  months: Months;
  promised: PromisedPlaces;
};

/** The result of reports. Nulls represent empty lists. */
export type RecordedRow = {
  /** The indexes of the reports that belong to a message, from 1. */
  known: number[];
  /** The time of the handover of each ended message, in milliseconds since 1970, and whether it was delivered. */
  submittedAtMs: number[] | null;
  isDelivered: boolean[] | null;
  handed: HandedOver[] | null;
  /** Other events were written, which are due. */
  isTold: boolean;
};

/**
 * Records reports, changes the statuses of their messages and writes the events, by the function `record_reports_v1`.
 * Returns one `RecordedRow`.
 */
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
