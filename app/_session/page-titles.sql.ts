import type { DeliveryRecord } from "@/lib/contracts/members/webhooks";
import { type Sql, sql } from "@/lib/db/sql";

/** To whom a message of an account went, as `msisdn`. */
export function messageTitleStatement(accountId: number, id: string): Sql {
  return sql`select msisdn from messages where id = ${id}::uuid and account_id = ${accountId}`;
}

/** What a webhook delivery was about, and to where it was tried last. */
export type DeliveryTitleRow = {
  kind: "inbound" | "report" | "further";
  eventType: DeliveryRecord["eventType"];
  attemptedUrl: string | null;
};

/** The same for a delivery of an account, as `DeliveryTitleRow`. */
export function deliveryTitleStatement(accountId: number, id: string): Sql {
  return sql`
    select kind, event_type as "eventType", attempted_url as "attemptedUrl" from webhook_deliveries
    where id = ${id}::uuid and account_id = ${accountId}`;
}

/** The name of a send of an account, as `name`; null for one without. */
export function sendTitleStatement(accountId: number, id: string): Sql {
  return sql`select name from bulk_sends where id = ${id}::uuid and account_id = ${accountId}`;
}

/** The name of an account, as `name`. */
export function accountTitleStatement(id: number): Sql {
  return sql`select name from accounts where id = ${id}`;
}
