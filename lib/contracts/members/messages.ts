import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { label, limit, oneOf, text } from "@/lib/contracts/base/parameters";
import { READERS, READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import {
  MESSAGE_CLASSES,
  MESSAGE_STATES,
  RATE_CODE_LENGTH,
  SEARCH_LENGTH,
} from "@/lib/contracts/base/values";
import { counted, neighbours, orderedKeyset } from "@/lib/contracts/members/cursor";
import { memberOperation } from "@/lib/contracts/members/operation";
import { DELIVERY_STATUSES } from "@/lib/sms/status";

/** The longest `outcome`. A network's error may be a sentence, of which this many characters are compared. */
const OUTCOME_LENGTH = 120;
const OUTCOME = /^(replied|opted_out|unsubscribed|invalid_number|no_error|error:.+)$/;

/**
 * The filters of messages. `search` is a number, a message id or the account's own id. `rateCode` may be `untagged`.
 * `send` is a bulk send. `outcome` is an answer, an opt-out, a reason of a block, a network's error, or a failure
 * without an error.
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

/** A message in a list. A one-time code in its text is masked. Times are New Zealand local. */
export const messageRecord = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  text: z.string(),
  sendType: z.enum(["sms", "otp", "appointment"]),
  parts: z.int(),
  state: z.enum(MESSAGE_STATES),
  acceptedAt: z.string(),
  /** The earliest time of a scheduled message. */
  sendAt: z.string().nullable(),
  ownId: z.string().nullable(),
  rateCode: z.string().nullable(),
});

/** Lists an account's messages, newest first. */
export const listMessagesOperation = memberOperation({
  method: "GET",
  path: "/api/members/messages",
  roles: READERS_AND_VIEWERS,
  request: z.object({ ...filters, ...orderedKeyset, limit: limit(200, 25) }),
  response: z.object({ messages: z.array(messageRecord), ...neighbours }),
});

/** Counts the messages of a filter, among the newest `MAX_COUNTED` that an index finds. */
export const countMessagesOperation = memberOperation({
  method: "GET",
  path: "/api/members/messages/count",
  roles: READERS_AND_VIEWERS,
  request: z.object(filters),
  response: counted,
});

/** Returns all messages of a filter as a file. */
export const exportMessagesOperation = memberOperation({
  method: "GET",
  path: "/api/members/messages/export",
  roles: READERS,
  request: z.object(filters),
  response: z.string(),
});

/** Returns the progress of a bulk send from the page Send. */
export const readBulkSendOperation = memberOperation({
  method: "GET",
  path: "/api/members/messages/send",
  roles: READERS_AND_VIEWERS,
  request: z.object({ id: text() }),
  response: z.object({
    name: z.string().nullable(),
    /** The names of its lists. */
    lists: z.array(z.string()),
    /** The contacts of these lists that had opted out and were skipped. */
    leftOut: z.int(),
    acceptedAt: z.string(),
    total: z.int(),
    delivered: z.int(),
    failed: z.int(),
    /** Messages that were cancelled and refunded. */
    cancelled: z.int(),
    /** Messages without an outcome. */
    waiting: z.int(),
    /** The waiting messages that no network was handed, which its owner can cancel. */
    cancellable: z.int(),
    /** The paused messages, and the cost of resuming them: a decimal text of dollars, GST included. */
    paused: z.int(),
    resumePrice: z.string(),
    /** The end of a pause, at which the messages are cancelled; null without a pause. */
    pausedUntil: z.string().nullable(),
    /** The first scheduled time of its messages. */
    sendAt: z.string().nullable(),
    /** The last scheduled time, if recipients' clocks or delivery hours lead to several; otherwise null. */
    lastSendAt: z.string().nullable(),
    /** The hours and days of its delivery; null for any. */
    window: z
      .object({ days: z.array(z.int()), from: z.string(), to: z.string(), localTime: z.boolean() })
      .nullable(),
    /** The number of messages in each state, the most frequent first. */
    states: z.array(z.object({ state: z.enum(MESSAGE_STATES), count: z.int() })),
    /** The causes of failures, the most frequent first. `cause` is the meaning of the network's `error`. */
    failures: z.array(
      z.object({
        state: z.enum(MESSAGE_STATES),
        reason: z.enum(["unsubscribed", "invalid_number"]).nullable(),
        error: z.string().nullable(),
        cause: z.string().nullable(),
        count: z.int(),
      }),
    ),
    /** The number of failures with other causes. */
    otherFailures: z.int(),
    /** Recipients who answered, and those who opted out afterwards. */
    replied: z.int(),
    optedOut: z.int(),
    /** The charges without refunds, and the refunds: decimal texts of dollars, GST included. */
    price: z.string(),
    refunded: z.string(),
  }),
});

/** Cancels the messages of a bulk send that no network was handed. */
export const cancelSendOperation = memberOperation({
  method: "POST",
  path: "/api/members/messages/send/cancel",
  roles: SENDERS,
  request: z.object({ id: text() }),
  response: z.object({ success: z.literal(true), cancelled: z.int() }),
});

const at = z.string();

/** An event of a message, or the end of its wait. `at` is its time. */
export const messageEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("accepted"), at }),
  z.object({ kind: z.literal("held"), at, domains: z.array(z.string()) }),
  z.object({ kind: z.literal("night"), at, until: z.string() }),
  z.object({ kind: z.literal("scheduled"), at, until: z.string() }),
  /** The send is paused. */
  z.object({ kind: z.literal("paused"), at }),
  /** No network has accepted it yet. */
  z.object({ kind: z.literal("trying"), at, attempts: z.int(), nextAt: z.string().nullable() }),
  /** A network that did not accept it, or perhaps did. `cause` is the meaning of its error. */
  z.object({
    kind: z.literal("attempt"),
    at,
    carrier: z.string(),
    outcome: z.enum(["refused", "elsewhere", "unknown"]),
    error: z.string().nullable(),
    cause: z.string().nullable(),
  }),
  z.object({ kind: z.literal("sent"), at, carrier: z.string(), possibleDuplicate: z.boolean() }),
  /** `error` is the network's own, and `cause` its meaning. */
  z.object({
    kind: z.literal("report"),
    at,
    status: z.enum(DELIVERY_STATUSES),
    code: z.int(),
    error: z.string().nullable(),
    cause: z.string().nullable(),
  }),
  /** An unreadable report from this phone, for administrators. It may be about another message. */
  z.object({ kind: z.literal("unreadable"), at, carrier: z.string(), raw: z.string() }),
  /** The message ended here, without a network's report. */
  z.object({
    kind: z.literal("ended"),
    at,
    status: z.enum(["BLOCKED", "FAILED", "DELETED"]),
    reason: z.enum(["unsubscribed", "invalid_number"]).nullable(),
  }),
  /** An event for the webhook, with the outcome of its last attempt. `about` is the status in the event. */
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

/** The price of a message. Amounts are decimal texts of dollars. `givenBackAt` is the time of the refund. */
const messagePrice = z.object({
  net: z.string(),
  gst: z.string(),
  total: z.string(),
  givenBackAt: z.string().nullable(),
});

/** Returns a message with its events. */
export const readMessageOperation = memberOperation({
  method: "GET",
  path: "/api/members/messages/message",
  roles: READERS_AND_VIEWERS,
  request: z.object({ id: text() }),
  response: z.object({
    message: messageRecord.extend({
      messageClass: z.enum(MESSAGE_CLASSES),
      encoding: z.enum(["GSM-7", "UCS-2"]),
      price: messagePrice.nullable(),
      /** The name of the rule that sent it as an auto reply, or null. */
      autoReply: z.string().nullable(),
      /** True if it is held, scheduled, paused or queued for the night, so that its owner can cancel it. */
      cancellable: z.boolean(),
    }),
    timeline: z.array(messageEvent),
  }),
});

/** Cancels a message that waits. `givenBack` is the refund. */
export const cancelMessageOperation = memberOperation({
  method: "POST",
  path: "/api/members/messages/cancel",
  roles: SENDERS,
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
