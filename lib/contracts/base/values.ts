import { DELIVERY_STATUSES } from "@/lib/sms/status";

// Limits and lists of words that contracts and pages share. Without schemas, so that a browser loads little.

/** Longest `messageId` and `rateCode` (rules: customer ids, rate codes). */
export const MESSAGE_ID_LENGTH = 36;
export const RATE_CODE_LENGTH = 95;

export const MESSAGE_CLASSES = ["transactional", "marketing"] as const;

/** What an outcome begins with that is a network's error. */
export const OUTCOME_ERROR = "error:";

/** The outcome of a message that failed without a word of the network why. */
export const OUTCOME_NO_ERROR = "no_error";

/** Longest name of a send. */
export const SEND_NAME_LENGTH = 80;

/** Furthest ahead that a message may be scheduled, in days (rules: scheduled sends). */
export const MAX_DAYS_AHEAD = 90;

/** Most recipients of one call (rules: integration body). */
export const MAX_RECIPIENTS = 100;

/** How many drafts of the page Send an account keeps, and most characters of the numbers of one (rules: drafts). */
export const MAX_DRAFTS = 50;
export const DRAFT_NUMBERS_LENGTH = 200_000;

/** What an account is told of a message's state: its delivery status, or for which decision or hour it waits. */
export const MESSAGE_STATES = [...DELIVERY_STATUSES, "HELD", "NIGHT", "SCHEDULED", "PAUSED"] as const;

/** Longest text to search by: more than any number or id has. */
export const SEARCH_LENGTH = 80;

/** Fewest characters to search by. */
export const MIN_SEARCH_LENGTH = 2;

/** How many of the latest messages, out and in, are searched by a part of a number and by words. */
export const MAX_SEARCHED_MESSAGES = 5_000;

/** Held messages are counted up to here; one more means that there are more. */
export const MAX_HELD = 10_000;

/** Webhook events that wait are counted up to here; one more means that there are more. */
export const MAX_WAITING = 10_000;

/** Most hosts of held messages that are listed at once. */
export const MAX_HELD_HOSTS = 100;

/** What stands for the keyword where a number was blocked by hand (rules: blocked numbers). */
export const BLOCKED_BY_HAND = "MANUAL";

/** What changes a balance. */
export const LEDGER_KINDS = ["topup", "adjustment", "deduction", "reversal", "lookup"] as const;

/** What an alert watches: the balance, or what is charged in a New Zealand day or month. */
export const ALERT_KINDS = ["balance", "day", "month"] as const;

/** Most alerts of each kind that an account has. */
export const MAX_ALERTS = 5;

/** What an auto top-up may be, in whole dollars, and how many of them there may be in 24 hours (rules: auto top-up). */
export const AUTO_TOP_UP = {
  amount: { min: 10, max: 10_000 },
  below: { min: 1, max: 10_000 },
  perDay: { min: 1, max: 10 },
  perMonth: { max: 100_000 },
} as const;

/**
 * Why auto top-up paused: the bank declined, or asks its customer to confirm; the card has expired, or cannot be charged;
 * Stripe never answered; a card payment was refunded or disputed.
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

/** The row of the rates for every destination without one of its own. */
export const DEFAULT_CODE = "*";

/** Longest reason why a domain is refused. */
export const REFUSAL_LENGTH = 500;

/** The orders of a list that is read by time: the oldest first, and the newest first, as without one of them. */
export const TIME_ORDERS = ["time", "-time"] as const;

/** Those of contacts: by when they were added, and by their names. */
export const CONTACT_ORDERS = ["added", "-added", "name", "-name"] as const;

/** Those of accounts: by when they were created, and by their names. */
export const ACCOUNT_ORDERS = ["created", "-created", "name", "-name"] as const;

/** The orders that approved domains are listed in: by their names, from either end. */
export const DOMAIN_ORDERS = ["domain", "-domain"] as const;

/** Most further webhook endpoints of an account, and their longest name (rules: further endpoints). */
export const MAX_ENDPOINTS = 10;
export const ENDPOINT_NAME_LENGTH = 60;

/** What a further webhook endpoint may be told of (rules: event types). */
export const EVENT_TYPES = [
  "message.inbound",
  "message.report",
  "message.report.final",
  "optout.changed",
] as const;

/** Most templates of an account, and their longest name and text (rules: templates). */
export const MAX_TEMPLATES = 200;
export const TEMPLATE_NAME_LENGTH = 60;
export const TEMPLATE_LENGTH = 2_000;

/** Most fields that a text may name, and their longest name and value (rules: merge fields). */
export const MAX_FIELDS = 20;
export const FIELD_NAME_LENGTH = 60;
export const FIELD_VALUE_LENGTH = 200;

/** Most tags of a conversation and of an account, and their greatest length (rules: conversation tags). */
export const MAX_CONVERSATION_TAGS = 10;
export const MAX_TAGS = 100;
export const TAG_LENGTH = 40;

/** Most contacts, lists and places in lists of an account (rules: contacts, contact lists). */
export const MAX_CONTACTS = 200_000;
export const MAX_CONTACT_LISTS = 200;
export const MAX_MEMBERSHIPS = 1_000_000;
export const CONTACT_NAME_LENGTH = 80;
export const LIST_NAME_LENGTH = 60;

/** Most contacts that one request changes. */
export const MAX_CHOSEN_CONTACTS = 500;

/** Most rows of an import, and of one piece of it (rules: contact imports). */
export const MAX_IMPORT_ROWS = 100_000;
export const MAX_IMPORT_CHUNK = 2_000;

/** Most lists of one send (rules: sends to lists). */
export const MAX_SEND_LISTS = 20;

/** The characters of GSM 03.38 that a network with another alphabet spoils: what is tried ends with them. */
export const SPOILED_CHARACTERS = "@$_[]{}|~^\\";
