import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** The account a request acts for, with what its operations need to know of it. */
export type Caller = {
  accountId: number;
  country: string;
  /** Whether it pays GST: where it is in New Zealand, or its country is not confirmed (rules: gst). */
  hasGst: boolean;
  unicodeEnabled: boolean;
  /** Own price per part for standard destinations, in micro-dollars excluding GST. */
  standardRateMicros: bigint | null;
  defaultSenderId: number | null;
  templateSenderId: number | null;
};

/** The columns of `accounts a` that make a `Caller`, with `more` columns behind them. */
export function callerColumns(more: Sql = NOTHING): Sql {
  return sql`a.id as "accountId", a.country, a.has_gst as "hasGst", a.unicode_enabled as "unicodeEnabled",
    a.standard_rate_micros as "standardRateMicros", a.default_sender_id as "defaultSenderId",
    a.template_sender_id as "templateSenderId"${more}`;
}
