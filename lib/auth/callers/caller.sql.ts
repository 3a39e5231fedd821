import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** Returns the columns of `accounts a` for a `Caller`, with `more` columns behind them. */
export function callerColumns(more: Sql = NOTHING): Sql {
  return sql`a.id as "accountId", a.country, a.has_gst as "hasGst", a.unicode_enabled as "unicodeEnabled",
    a.standard_rate_micros as "standardRateMicros", a.default_sender_id as "defaultSenderId",
    a.template_sender_id as "templateSenderId"${more}`;
}
