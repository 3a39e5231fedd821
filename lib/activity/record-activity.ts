import {
  changeDetailsStatement,
  deleteOldestStatement,
  recordActivityStatement,
  surplusStatement,
} from "@/lib/activity/record-activity.sql";
import { cellOf } from "@/lib/db/cells/cells";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** The recorded actions. The account's pages show a text for each. */
export type Action =
  | "signed_in"
  | "password_changed"
  | "password_reset"
  | "reset_link_sent"
  | "second_factor_on"
  | "second_factor_off"
  | "api_key_created"
  | "api_key_changed"
  | "api_key_deleted"
  | "webhook_registered"
  | "webhook_added"
  | "webhook_changed"
  | "webhook_paused"
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
  | "messages_sent"
  | "reply_sent"
  | "send_cancelled"
  | "send_named"
  | "send_paused"
  | "send_resumed"
  | "draft_saved"
  | "draft_removed"
  | "settings_changed"
  | "alert_added"
  | "alert_changed"
  | "alert_removed"
  | "balance_alert_sent"
  | "spending_alert_sent"
  | "card_saved"
  | "card_removed"
  | "auto_top_up_changed"
  | "auto_top_up_stopped"
  | "auto_top_up_resumed"
  | "auto_top_up_paid"
  | "auto_top_up_paused"
  | "auto_top_up_limited"
  | "balance_adjusted"
  | "account_changed"
  | "account_created"
  | "account_disabled"
  | "account_enabled"
  | "shortcode_changed"
  | "rate_changed"
  | "network_changed"
  | "routes_changed"
  | "error_rule_changed"
  | "integration_set_up"
  | "integration_changed"
  | "integration_secret_rolled"
  | "integration_removed"
  | "email_sender_added"
  | "email_sender_confirmed"
  | "email_sender_removed"
  | "contact_added"
  | "contact_changed"
  | "contacts_removed"
  | "contacts_imported"
  | "contact_list_added"
  | "contact_list_renamed"
  | "contact_list_removed"
  | "contact_list_changed"
  | "contact_field_removed"
  | "conversation_tagged"
  | "conversation_untagged"
  | "template_added"
  | "template_changed"
  | "template_removed"
  | "person_invited"
  | "invitation_resent"
  | "invitation_withdrawn"
  | "person_joined"
  | "role_changed"
  | "person_removed"
  | "person_left"
  | "owner_added"
  | "sessions_ended"
  | "account_view_began"
  | "account_view_ended"
  | "auto_reply_added"
  | "auto_reply_changed"
  | "auto_replies_reordered"
  | "auto_reply_removed"
  | "auto_reply_not_sent"
  | "auto_reply_list_full"
  | "auto_reply_tags_full";

/**
 * The actor and the address, with the person if the actor is the account. `email` names an actor without a row in the
 * account's cell.
 */
export type Actor = { accountId: number; personId?: number; address: string; email?: string };

/** The address of the gateway's own actions for an account. */
export const NO_ADDRESS = "";

/** The name of the gateway as an actor. */
export const AUTOMATIC = "automatic";

/** The name of an administrator as an actor. */
export const AN_ADMINISTRATOR = "an administrator";

/** The details that the account reads. They have no credential and no text of a message. */
export type Details = Record<string, string | number | boolean | null>;

/** The most lines in a day of the account's own additions, of its sends from pages, and of its other own actions. */
export const MAX_LINES_A_DAY = 1_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The actions that are refused after too many of them in a day: additions of an account, and an administrator's work.
 * No other action is refused: removals, rotations and protections must work even after an intruder has filled the
 * day.
 */
const COUNTED: readonly Action[] = [
  "webhook_added",
  "webhook_changed",
  "api_key_created",
  "webhook_registered",
  "webhook_resumed",
  "webhook_replayed",
  "domain_requested",
  "domain_approved",
  "number_resubscribed",
  "integration_set_up",
  "email_sender_added",
  "email_sender_confirmed",
  "auto_reply_added",
  "template_added",
  "contact_added",
  "contact_list_added",
  "person_invited",
  "invitation_resent",
  "balance_adjusted",
  "account_created",
  "account_changed",
  "shortcode_changed",
  "rate_changed",
  "account_view_began",
];

/** Actions with a separate limit, so that many sends do not displace other lines. */
const SENT: readonly Action[] = ["messages_sent", "reply_sent"];

/** A line of activity: the actor, the action and the account. */
export type ActivityLine = {
  accountId: number;
  actor: Actor;
  action: Action;
  details: Details;
  /** An id for work of several transactions, each of which replaces the details by the current state. */
  id?: string;
};

/**
 * Records an action on an account in its transaction (rules: activity), so that both are committed together.
 * After `MAX_LINES_A_DAY` own additions in a day an account can add no more. Signing in, removing, changing
 * and protecting always work. Beyond the limit, each line of these actions replaces the oldest line of the
 * same action.
 * @throws GatewayError `too_many_requests` for an account with too many additions in a day.
 */
export async function recordActivity(
  tx: Pick<Transaction, "query">,
  { accountId, actor, action, details, id = newId() }: ActivityLine,
  now: Date,
): Promise<void> {
  const isOwn = actor.accountId === accountId;
  const by =
    isOwn || isInCellOf(actor, accountId)
      ? { actorId: actor.accountId, personId: isOwn ? (actor.personId ?? null) : null, administrator: null }
      : { actorId: accountId, personId: null, administrator: actor.email ?? AN_ADMINISTRATOR };
  const line = { id, accountId, ...by, action, address: actor.address, at: now };
  const text = JSON.stringify(details);
  const written = await tx.query(recordActivityStatement({ ...line, details: text }));
  if (written.length === 0) await tx.query(changeDetailsStatement(id, text));
  else if (isOwn) await keepWithinDay(tx, { accountId, action, id }, now);
}

/**
 * Returns whether the actor has a row in the account's cell. An administrator from another cell has none
 * (rules: cells).
 */
function isInCellOf(actor: Actor, accountId: number): boolean {
  return cellOf(actor.accountId) === cellOf(accountId);
}

/** @throws GatewayError `too_many_requests` with `Retry-After`. */
async function keepWithinDay(
  tx: Pick<Transaction, "query">,
  { accountId, action, id }: { accountId: number; action: Action; id: string },
  now: Date,
): Promise<void> {
  const isCounted = COUNTED.includes(action);
  const group = [COUNTED, SENT].find((actions) => actions.includes(action));
  const since = new Date(now.getTime() - DAY_MS);
  const ofDay = { accountId, since, among: group ?? [...COUNTED, ...SENT], isAmong: group !== undefined };
  const [surplus] = await tx.query<{ at: Date }>(surplusStatement(ofDay, MAX_LINES_A_DAY));
  if (!surplus) return;
  if (!isCounted) {
    await tx.query(deleteOldestStatement(ofDay, action, id));
    return;
  }
  const seconds = Math.max(1, Math.ceil((surplus.at.getTime() + DAY_MS - now.getTime()) / 1000));
  throw new GatewayError(
    "too_many_requests",
    `This account has added ${MAX_LINES_A_DAY} things within a day. Nothing was changed.`,
    { "Retry-After": String(seconds) },
  );
}
