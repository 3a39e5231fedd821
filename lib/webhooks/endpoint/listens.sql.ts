import { type Sql, sql } from "@/lib/db/sql";
import { FINAL_STATUSES } from "@/lib/sms/status";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/**
 * Returns the condition that an endpoint `webhook_endpoints e` gets the event of a message. It is the API's endpoint
 * of the kind, or a further one with the event's type and shortcode (rules: further endpoints). With the account, the
 * look-up uses the key's first column, with or without further endpoints.
 */
function listens(kind: WebhookKind, isOfType: Sql, shortcode: Sql): Sql {
  return sql`(e.kind = ${kind}::webhook_kind or e.kind = 'further' and ${isOfType}
      and (e.shortcode is null or e.shortcode = ${shortcode}))`;
}

/** Returns the condition that an endpoint `e` gets the event of a message in. */
export function listensToInbound(shortcode: Sql): Sql {
  return listens("inbound", sql`'message.inbound' = any(e.event_types)`, shortcode);
}

/** Returns the condition that an endpoint `e` gets the event of a delivery report. */
export function listensToReport(status: Sql, shortcode: Sql): Sql {
  const isOfType = sql`('message.report' = any(e.event_types) or 'message.report.final' = any(e.event_types)
        and ${status}::text = any(${[...FINAL_STATUSES]}::text[]))`;
  return listens("report", isOfType, shortcode);
}

/** The type of a message's event for an endpoint `e`; null for those of the API. */
export const INBOUND_TYPE = sql`case when e.number > 0 then 'message.inbound'::webhook_event end`;

/**
 * The type of a report's event, like `INBOUND_TYPE`. An endpoint with both types gets the event once, with the type
 * for all reports.
 */
export const REPORT_TYPE = sql`case when e.number > 0 then case when 'message.report' = any(e.event_types)
        then 'message.report' else 'message.report.final' end::webhook_event end`;
