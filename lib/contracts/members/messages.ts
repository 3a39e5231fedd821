import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { label, limit, oneOf, text } from "@/lib/contracts/base/parameters";
import {
  MESSAGE_CLASSES,
  MESSAGE_STATES,
  RATE_CODE_LENGTH,
  SEARCH_LENGTH,
} from "@/lib/contracts/base/values";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";
import { DELIVERY_STATUSES } from "@/lib/sms/status";

/** Longest `outcome`: a network's error may be a sentence, of which this much is told apart. */
const OUTCOME_LENGTH = 120;
const OUTCOME = /^(replied|opted_out|unsubscribed|invalid_number|no_error|error:.+)$/;

/**
 * `search` is a number, a message id or the account's own id; `rateCode` may be `untagged`; `send` is a bulk send, and
 * `outcome` what came of its messages: an answer, an opt-out, why they are blocked, a network's error, or a failure without one.
 */
const filters = {
  send: text()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "must be the id of a send")
    .optional(),
  outcome: label(OUTCOME_LENGTH)
    .regex(
      OUTCOME,
      "must be 'replied', 'opted_out', 'unsubscribed', 'invalid_number', 'no_error' or 'error:' and an error",
    )
    .optional(),
  search: label(SEARCH_LENGTH).trim().optional(),
  status: oneOf(MESSAGE_STATES).optional(),
  rateCode: label(RATE_CODE_LENGTH).optional(),
  start: nzDateTime("start").optional(),
  end: nzDateTime("end").optional(),
};

/** A message in a list; a one-time code in its text is masked. Times are New Zealand local. */
export const messageRecord = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  text: z.string(),
  sendType: z.enum(["sms", "otp", "appointment"]),
  parts: z.int(),
  state: z.enum(MESSAGE_STATES),
  acceptedAt: z.string(),
  /** When it goes out at the earliest, where it was scheduled. */
  sendAt: z.string().nullable(),
  ownId: z.string().nullable(),
  rateCode: z.string().nullable(),
});

/** An account's messages, newest first. */
export const listMessagesOperation = memberOperation({
  ...routes.listMessagesOperation,
  request: z.object({ ...filters, ...orderedKeyset, limit: limit(200, 25) }),
  response: z.object({ messages: z.array(messageRecord), ...neighbours }),
});

/** How many messages a filter lets through, of the newest `MAX_COUNTED` that an index finds for it. */
export const countMessagesOperation = memberOperation({
  ...routes.countMessagesOperation,
  request: z.object(filters),
  response: counted,
});

/** The same, every one of them, as a file. */
export const exportMessagesOperation = memberOperation({
  ...routes.exportMessagesOperation,
  request: z.object(filters),
  response: z.string(),
});

/** How far the messages are that were sent together from the page Send. */
export const readBulkSendOperation = memberOperation({
  ...routes.readBulkSendOperation,
  request: z.object({ id: text() }),
  response: z.object({
    name: z.string().nullable(),
    /** The names of the lists that it went to. */
    lists: z.array(z.string()),
    /** How many contacts of these had opted out and were left out. */
    leftOut: z.int(),
    acceptedAt: z.string(),
    total: z.int(),
    delivered: z.int(),
    failed: z.int(),
    /** Not sent any more, and refunded. */
    cancelled: z.int(),
    /** Without an outcome so far. */
    waiting: z.int(),
    /** Of these, what no network has been given, and so its owner's to cancel. */
    cancellable: z.int(),
    /** Of these, what is paused, and what it costs to resume it: a decimal text of dollars, GST included. */
    paused: z.int(),
    resumePrice: z.string(),
    /** When it ends by itself, unless it is resumed; null where it is not paused. */
    pausedUntil: z.string().nullable(),
    /** The first time that its messages were scheduled for. */
    sendAt: z.string().nullable(),
    /** The last one, where they have several: by recipients' clocks, or by delivery hours. Else null. */
    lastSendAt: z.string().nullable(),
    /** Between which hours and on which days it goes out; null for any. */
    window: z
      .object({ days: z.array(z.int()), from: z.string(), to: z.string(), localTime: z.boolean() })
      .nullable(),
    /** How many messages are in each state, the most first. */
    states: z.array(z.object({ state: z.enum(MESSAGE_STATES), count: z.int() })),
    /** Why messages failed, the most first; `cause` is what the network's `error` means. */
    failures: z.array(
      z.object({
        state: z.enum(MESSAGE_STATES),
        reason: z.enum(["unsubscribed", "invalid_number"]).nullable(),
        error: z.string().nullable(),
        cause: z.string().nullable(),
        count: z.int(),
      }),
    ),
    /** How many messages failed for other causes than these. */
    otherFailures: z.int(),
    /** Recipients who have answered, and those who opted out after it. */
    replied: z.int(),
    optedOut: z.int(),
    /** What was charged and not refunded, and what was refunded: decimal texts of dollars, GST included. */
    price: z.string(),
    refunded: z.string(),
  }),
});

/** Cancels what no network has been given of a bulk send. */
export const cancelSendOperation = memberOperation({
  ...routes.cancelSendOperation,
  request: z.object({ id: text() }),
  response: z.object({ success: z.literal(true), cancelled: z.int() }),
});

const at = z.string();

/** One thing that happened to a message, or that it waits for; `at` is when. */
export const messageEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("accepted"), at }),
  z.object({ kind: z.literal("held"), at, domains: z.array(z.string()) }),
  z.object({ kind: z.literal("night"), at, until: z.string() }),
  z.object({ kind: z.literal("scheduled"), at, until: z.string() }),
  /** Its send is paused. */
  z.object({ kind: z.literal("paused"), at }),
  /** No network has taken it so far. */
  z.object({ kind: z.literal("trying"), at, attempts: z.int(), nextAt: z.string().nullable() }),
  /** A network that did not take it, or did not say whether it did; `cause` is what its error means. */
  z.object({
    kind: z.literal("attempt"),
    at,
    carrier: z.string(),
    outcome: z.enum(["refused", "elsewhere", "unknown"]),
    error: z.string().nullable(),
    cause: z.string().nullable(),
  }),
  z.object({ kind: z.literal("sent"), at, carrier: z.string(), possibleDuplicate: z.boolean() }),
  /** `error` is the network's own, and `cause` what it means. */
  z.object({
    kind: z.literal("report"),
    at,
    status: z.enum(DELIVERY_STATUSES),
    code: z.int(),
    error: z.string().nullable(),
    cause: z.string().nullable(),
  }),
  /** A report from this phone as it came, that nobody could read: for administrators. It may be about another message. */
  z.object({ kind: z.literal("unreadable"), at, carrier: z.string(), raw: z.string() }),
  /** It ended here, and no network reported it. */
  z.object({
    kind: z.literal("ended"),
    at,
    status: z.enum(["BLOCKED", "FAILED", "DELETED"]),
    reason: z.enum(["unsubscribed", "invalid_number"]).nullable(),
  }),
  /** An event on its way to the webhook: what its last attempt came to. `about` is the status that it tells. */
  z.object({
    kind: z.literal("webhook"),
    at,
    about: z.string(),
    state: z.enum(["pending", "delivered", "failed"]),
    attempts: z.int(),
    url: z.string().nullable(),
    responseCode: z.int().nullable(),
    error: z.string().nullable(),
    durationMs: z.int().nullable(),
    nextAt: z.string().nullable(),
  }),
  z.object({ kind: z.literal("reply"), at, text: z.string() }),
]);

/** Amounts are decimal texts of dollars; `givenBackAt` is when the money went back to the balance. */
const messagePrice = z.object({
  net: z.string(),
  gst: z.string(),
  total: z.string(),
  givenBackAt: z.string().nullable(),
});

/** One message, and all that happened to it. */
export const readMessageOperation = memberOperation({
  ...routes.readMessageOperation,
  request: z.object({ id: text() }),
  response: z.object({
    message: messageRecord.extend({
      messageClass: z.enum(MESSAGE_CLASSES),
      encoding: z.enum(["GSM-7", "UCS-2"]),
      price: messagePrice.nullable(),
      /** The name of the rule that sent it as an auto reply; null where none did. */
      autoReply: z.string().nullable(),
      /** Held, scheduled, paused or queued for the night, and so its owner's to cancel. */
      cancellable: z.boolean(),
    }),
    timeline: z.array(messageEvent),
  }),
});

/** Cancels a message that waits; `givenBack` is what went back to the balance. */
export const cancelMessageOperation = memberOperation({
  ...routes.cancelMessageOperation,
  request: z.object({ id: text() }),
  response: z.object({ success: z.literal(true), givenBack: z.string() }),
});

export type MessageState = (typeof MESSAGE_STATES)[number];
export type MessageRecord = z.output<typeof messageRecord>;
export type MessageEvent = z.output<typeof messageEvent>;
export type BulkSend = z.output<typeof readBulkSendOperation.response>;
export type MessageDetails = z.output<typeof readMessageOperation.response>;
export type MessageCount = z.output<typeof countMessagesOperation.response>;
export type MessageFilter = z.output<typeof exportMessagesOperation.request>;
export type ListMessagesRequest = z.output<typeof listMessagesOperation.request>;
