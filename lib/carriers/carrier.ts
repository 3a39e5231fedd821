import type { Encoding } from "@/lib/sms/text/encoding";

/**
 * A message as a carrier gets it. `id` is ours. Where a carrier can, it treats a second submission of an id
 * as the first.
 */
export type Outgoing = {
  id: string;
  sender: string;
  msisdn: string;
  body: string;
  /** For a text with a one-time code, the text that may be logged or stored instead. Null: any text may. */
  maskedBody: string | null;
  encoding: Encoding;
};

/** The result of a submission. `unknown`: there was no answer, and it is tried again. */
export type Submitted =
  | { id: string; outcome: "accepted"; reference: string }
  | { id: string; outcome: "refused" }
  | { id: string; outcome: "unknown" };

/**
 * A report on a message that the carrier accepted. `key` is the same whenever the report is delivered again;
 * `code` is a report code (rules: report codes).
 */
export type CarrierReport = { reference: string; key: string; code: number; reportedAt: Date };

/** Reports that wait at a carrier which has to be asked for them. */
export type ReportBatch = {
  reports: readonly CarrierReport[];
  /** Tells the carrier which reports were recorded; the others are given again later. */
  acknowledge(keys: ReadonlySet<string>): Promise<void>;
  /** When the next report is due; null where the carrier does not know. */
  nextAt: Date | null;
};

/** A way into a mobile network. */
export type Carrier = {
  readonly name: string;
  /** The most messages in one `submit`. */
  readonly batchSize: number;
  /** Hands messages over. After a throw, the result of every message is unknown. */
  submit(batch: readonly Outgoing[], now: Date): Promise<Submitted[]>;
  /** Takes waiting reports, for carriers that do not deliver them by themselves. */
  takeReports?(now: Date): Promise<ReportBatch>;
};
