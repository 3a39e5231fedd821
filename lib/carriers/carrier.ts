import type { Encoding } from "@/lib/sms/text/encoding";

/** A message as a carrier gets it. `id` is ours; a carrier that can takes a second submission of it for the first. */
export type Outgoing = {
  id: string;
  sender: string;
  msisdn: string;
  body: string;
  /** Where the text carries a one-time code: the text that may be logged or kept in its place. Null: any may. */
  maskedBody: string | null;
  encoding: Encoding;
};

/** What became of a submission. `unknown`: there was no answer, and it is to be tried again. */
export type Submitted =
  | { id: string; outcome: "accepted"; reference: string }
  | { id: string; outcome: "refused" }
  | { id: string; outcome: "unknown" };

/**
 * A report on a message the carrier accepted. `key` is the same whenever the same report is delivered again;
 * `code` is one that carriers give (rules: report codes).
 */
export type CarrierReport = { reference: string; key: string; code: number; reportedAt: Date };

/** Reports waiting at a carrier that has to be asked for them. */
export type ReportBatch = {
  reports: readonly CarrierReport[];
  /** Says which reports are taken care of; the others are given again later. */
  acknowledge(keys: ReadonlySet<string>): Promise<void>;
  /** When the next report will be there, where the carrier knows. */
  nextAt: Date | null;
};

/** A way into a mobile network. */
export type Carrier = {
  readonly name: string;
  /** Most messages one `submit` takes. */
  readonly batchSize: number;
  /** Hands messages over. A throw means that nothing is known of any of them. */
  submit(batch: readonly Outgoing[], now: Date): Promise<Submitted[]>;
  /** Takes waiting reports, for carriers that do not deliver them by themselves. */
  takeReports?(now: Date): Promise<ReportBatch>;
};
