import type { DeliveryRecord } from "@/lib/contracts/members/webhooks";
import { type Sql, sql } from "@/lib/db/sql";

/** Selects the recipient of a message of an account, as `msisdn`. */
export function messageTitleStatement(accountId: number, id: string): Sql {
  return sql`select msisdn from messages where id = ${id}::uuid and account_id = ${accountId}`;
}

/** The event of a webhook delivery, and the URL of the latest attempt. */
export type DeliveryTitleRow = {
  kind: "inbound" | "report" | "further";
  eventType: DeliveryRecord["eventType"];
  attemptedUrl: string | null;
};

/** Selects a delivery of an account, as `DeliveryTitleRow`. */
export function deliveryTitleStatement(accountId: number, id: string): Sql {
  return sql`
    select kind, event_type as "eventType", attempted_url as "attemptedUrl" from webhook_deliveries
    where id = ${id}::uuid and account_id = ${accountId}`;
}

/** Selects the name of an account's send, as `name`; null if it has none. */
export function sendTitleStatement(accountId: number, id: string): Sql {
  return sql`select name from bulk_sends where id = ${id}::uuid and account_id = ${accountId}`;
}

/** Selects the name of an account, as `name`. */
export function accountTitleStatement(id: number): Sql {
  return sql`select name from accounts where id = ${id}`;
}
