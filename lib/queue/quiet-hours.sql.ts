import { type Sql, sql } from "@/lib/db/sql";
import { NEW_ZEALAND } from "@/lib/sms/numbers/msisdn";

/**
 * Returns the condition that a row of messages keeps quiet hours (rules: night queue), like `keepsQuietHours` of
 * `lib/sms/quiet-hours`.
 */
export function keepsQuietHours(message: Sql): Sql {
  return sql`(${message}.send_type <> 'otp' and ${message}.msisdn like ${`${NEW_ZEALAND}%`})`;
}
