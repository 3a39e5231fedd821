import { DELIVERY_STATUSES } from "@/lib/sms/status";

// Limits and lists of words that contracts and pages share. They have no schemas, so that a browser loads little.

/** The longest `messageId` and `rateCode` (rules: customer ids, rate codes). */
export const MESSAGE_ID_LENGTH = 36;
export const RATE_CODE_LENGTH = 95;

export const MESSAGE_CLASSES = ["transactional", "marketing"] as const;

/** The beginning of an outcome that is a network's error. */
export const OUTCOME_ERROR = "error:";

/** The outcome of a failed message without a cause from the network. */
export const OUTCOME_NO_ERROR = "no_error";

/** The longest name of a send. */
export const SEND_NAME_LENGTH = 80;

/** The most days ahead of a scheduled message (rules: scheduled sends). */
export const MAX_DAYS_AHEAD = 90;

/** The most recipients of one call (rules: integration body). */
export const MAX_RECIPIENTS = 100;

/** The most drafts of an account, and the most characters of a draft's numbers (rules: drafts). */
export const MAX_DRAFTS = 50;
export const DRAFT_NUMBERS_LENGTH = 200_000;

/** The states of a message in the account's view: its delivery status, or the decision or hour for which it waits. */
export const MESSAGE_STATES = [...DELIVERY_STATUSES, "HELD", "NIGHT", "SCHEDULED", "PAUSED"] as const;

/** The longest search text: longer than any number or id. */
export const SEARCH_LENGTH = 80;

/** The shortest search text. */
export const MIN_SEARCH_LENGTH = 2;

/** The number of latest messages, out and in, that a search by a part of a number or by words reads. */
export const MAX_SEARCHED_MESSAGES = 5_000;

/** The highest count of held messages. One more means that there are more. */
export const MAX_HELD = 10_000;

/** The highest count of waiting webhook events. One more means that there are more. */
export const MAX_WAITING = 10_000;

/** The most hosts of held messages in a list. */
export const MAX_HELD_HOSTS = 100;

/** The keyword of a number that was blocked by hand (rules: blocked numbers). */
export const BLOCKED_BY_HAND = "MANUAL";

/** The causes of a balance's change. */
export const LEDGER_KINDS = ["topup", "adjustment", "deduction", "reversal", "lookup"] as const;

/** The amounts that alerts watch: the balance, or the charges in a New Zealand day or month. */
export const ALERT_KINDS = ["balance", "day", "month"] as const;

/** The most alerts of each kind in an account. */
export const MAX_ALERTS = 5;

/** The limits of an auto top-up in whole dollars, and of the payments in 24 hours (rules: auto top-up). */
export const AUTO_TOP_UP = {
  amount: { min: 10, max: 10_000 },
  below: { min: 1, max: 10_000 },
  perDay: { min: 1, max: 10 },
  perMonth: { max: 100_000 },
} as const;

/**
 * The reasons of a pause of auto top-up. The bank declined, or asks its customer to confirm. The card has expired, or
 * cannot be charged. Stripe never responded. A card payment was refunded or disputed.
 */
export const PAUSE_REASONS = [
  "declined",
  "confirmation",
  "expired",
  "card",
  "unanswered",
  "taken_back",
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** The code of the rate for destinations without their own rate. */
export const DEFAULT_CODE = "*";

/** The longest reason of a domain's refusal. */
export const REFUSAL_LENGTH = 500;

/** The orders of a list by time: the oldest first, and the newest first, which is the default. */
export const TIME_ORDERS = ["time", "-time"] as const;

/** The orders of contacts: by the time of addition, and by name. */
export const CONTACT_ORDERS = ["added", "-added", "name", "-name"] as const;

/** The orders of accounts: by the time of creation, and by name. */
export const ACCOUNT_ORDERS = ["created", "-created", "name", "-name"] as const;

/** The orders of approved domains: by name, ascending and descending. */
export const DOMAIN_ORDERS = ["domain", "-domain"] as const;

/** The most further webhook endpoints of an account, and their longest name (rules: further endpoints). */
export const MAX_ENDPOINTS = 10;
export const ENDPOINT_NAME_LENGTH = 60;

/** The event types of a further webhook endpoint (rules: event types). */
export const EVENT_TYPES = [
  "message.inbound",
  "message.report",
  "message.report.final",
  "optout.changed",
] as const;

/** The most templates of an account, and their longest name and text (rules: templates). */
export const MAX_TEMPLATES = 200;
export const TEMPLATE_NAME_LENGTH = 60;
export const TEMPLATE_LENGTH = 2_000;

/** The most fields of a text, and their longest name and value (rules: merge fields). */
export const MAX_FIELDS = 20;
export const FIELD_NAME_LENGTH = 60;
export const FIELD_VALUE_LENGTH = 200;

/** The most tags of a conversation and of an account, and their greatest length (rules: conversation tags). */
export const MAX_CONVERSATION_TAGS = 10;
export const MAX_TAGS = 100;
export const TAG_LENGTH = 40;

/** The most contacts, lists and memberships in lists of an account (rules: contacts, contact lists). */
export const MAX_CONTACTS = 200_000;
export const MAX_CONTACT_LISTS = 200;
export const MAX_MEMBERSHIPS = 1_000_000;
export const CONTACT_NAME_LENGTH = 80;
export const LIST_NAME_LENGTH = 60;

/** The most contacts that one request changes. */
export const MAX_CHOSEN_CONTACTS = 500;

/** The most rows of an import, and of one piece of it (rules: contact imports). */
export const MAX_IMPORT_ROWS = 100_000;
export const MAX_IMPORT_CHUNK = 2_000;

/** The most lists of one send (rules: sends to lists). */
export const MAX_SEND_LISTS = 20;

/** The characters of GSM 03.38 that a network with another alphabet corrupts. Trial messages end with them. */
export const SPOILED_CHARACTERS = "@$_[]{}|~^\\";
