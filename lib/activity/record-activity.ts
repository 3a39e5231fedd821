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

/** What is written down when somebody does it; its words are shown to the account. */
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
 * Who did it, and from where; of an account's people, which one. `email` names who has no row in the account's cell.
 */
export type Actor = { accountId: number; personId?: number; address: string; email?: string };

/** The address of what the gateway does for an account by itself: nobody asked for it from anywhere. */
export const NO_ADDRESS = "";

/** Who is shown to have done it. */
export const AUTOMATIC = "automatic";

/** Who is shown to an account for an administrator. */
export const AN_ADMINISTRATOR = "an administrator";

/** What the account reads of it; no credential and no text of a message. */
export type Details = Record<string, string | number | boolean | null>;

/**
 * Most lines, in a day, of what an account adds to itself, as many of what it sends from its pages, and as many of
 * everything else that it does to itself.
 */
export const MAX_LINES_A_DAY = 1_000;
const DAY_MS = 24 * 3_600_000;

/**
 * What is refused when an account has done too much of it in a day: it adds something, or is an administrator's work.
 * Nothing else is ever refused: what removes, disables, rolls or guards must work after somebody else filled the day.
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

/** What has lines of its own number, so that many sends leave the others alone. */
const SENT: readonly Action[] = ["messages_sent", "reply_sent"];

/** A line of activity: who did what to which account. */
export type ActivityLine = {
  accountId: number;
  actor: Actor;
  action: Action;
  details: Details;
  /** For work of several transactions: each puts what has been done so far in place of the details. */
  id?: string;
};

/**
 * Writes down what somebody did to an account, in the transaction that does it (rules: activity): neither is there
 * without the other. An account that has added `MAX_LINES_A_DAY` things to itself in a day adds no more. Signing in,
 * and whatever removes, changes or guards, always works. Beyond as many lines of it a day, each takes the place of the
 * oldest of its kind.
 * @throws GatewayError `too_many_requests` for an account that has added too much to itself in a day.
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

/** Who administers an account of another cell has no row there (rules: cells). */
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
