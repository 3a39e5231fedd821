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
  | "rate_changed"
  | "integration_set_up"
  | "integration_changed"
  | "integration_secret_rolled"
  | "integration_removed"
  | "email_sender_added"
  | "email_sender_confirmed"
  | "email_sender_removed";

/** Who did it, and from where. */
export type Actor = { accountId: number; address: string };

/** What the account reads of it; no credential and no text of a message. */
export type Details = Record<string, string | number | boolean | null>;

/** The connection of a transaction. The pool, which commits each statement by itself, is refused by the compiler. */
type Transaction = Queryable & { transaction?: never };

/**
 * Writes down what somebody did to an account, in the transaction that does it: neither is there without the other.
 * @param id of the line, for work of several transactions: each puts what has been done so far in place of the details.
 */
export async function recordActivity(
  tx: Transaction,
  accountId: number,
  actor: Actor,
  action: Action,
  details: Details,
  now: Date,
  id: string = newId(),
): Promise<void> {
  await tx.query(sql`
    insert into activities (id, account_id, actor_id, action, details, address, at)
    values (${id}, ${accountId}, ${actor.accountId}, ${action}, ${JSON.stringify(details)}::jsonb,
      ${actor.address}, ${now})
    on conflict (id) do update set details = excluded.details`);
}
