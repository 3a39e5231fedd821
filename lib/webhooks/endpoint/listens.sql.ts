import { type Sql, sql } from "@/lib/db/sql";
import { FINAL_STATUSES } from "@/lib/sms/status";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/**
 * Which endpoints `webhook_endpoints e` get an event of a message: the API's of the kind, and the further ones
 * that have its type and its shortcode (rules: further endpoints). With the account it is one look-up by the key's
 * first column, whether there are further ones or not.
 */
function listens(kind: WebhookKind, isOfType: Sql, shortcode: Sql): Sql {
  return sql`(e.kind = ${kind}::webhook_kind or e.kind = 'further' and ${isOfType}
      and (e.shortcode is null or e.shortcode = ${shortcode}))`;
}

/** Which endpoints `e` of an account get the event of a message in. */
export function listensToInbound(shortcode: Sql): Sql {
  return listens("inbound", sql`'message.inbound' = any(e.event_types)`, shortcode);
}

/** Which endpoints `e` of an account get the event of a delivery report. */
export function listensToReport(status: Sql, shortcode: Sql): Sql {
  const isOfType = sql`('message.report' = any(e.event_types) or 'message.report.final' = any(e.event_types)
        and ${status}::text = any(${[...FINAL_STATUSES]}::text[]))`;
  return listens("report", isOfType, shortcode);
}

/** The type of a message's event for an endpoint `e`; null for those of the API. */
export const INBOUND_TYPE = sql`case when e.number > 0 then 'message.inbound'::webhook_event end`;

/** `INBOUND_TYPE` of a report: an endpoint that has both types gets it once, as what has all reports. */
export const REPORT_TYPE = sql`case when e.number > 0 then case when 'message.report' = any(e.event_types)
        then 'message.report' else 'message.report.final' end::webhook_event end`;
