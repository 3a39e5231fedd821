import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

/** What is written down when somebody does it; its words are shown to the account. */
export type Action =
  | "signed_in"
  | "password_changed"
  | "password_reset"
  | "second_factor_on"
  | "second_factor_off"
  | "api_key_created"
  | "api_key_changed"
  | "api_key_deleted"
  | "webhook_registered"
  | "webhook_removed"
  | "webhook_secret_rolled"
  | "webhook_resumed"
  | "webhook_replayed"
  | "domain_requested"
  | "domain_approved"
  | "domain_rejected"
  | "domain_removed"
  | "domain_request_withdrawn"
  | "number_blocked"
  | "number_resubscribed"
  | "message_deleted"
  | "settings_changed"
  | "balance_adjusted"
  | "account_changed"
  | "account_created"
  | "account_disabled"
  | "account_enabled"
  | "shortcode_changed"
  | "rate_changed";

/** Who did it, and from where. */
export type Actor = { accountId: number; address: string };

/** Writes down what somebody did to an account. `details` hold no credential and no text of a message. */
export async function recordActivity(
  db: Queryable,
  accountId: number,
  actor: Actor,
  action: Action,
  details: Record<string, string | number | boolean | null>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into activities (id, account_id, actor_id, action, details, address, at)
    values (${newId()}, ${accountId}, ${actor.accountId}, ${action}, ${JSON.stringify(details)}::jsonb,
      ${actor.address}, ${now})`);
}
