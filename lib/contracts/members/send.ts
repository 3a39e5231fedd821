import { z } from "zod";
import { mergeFields } from "@/lib/contracts/base/merge-fields";
import { flag, givenName, text } from "@/lib/contracts/base/parameters";
import { SENDERS } from "@/lib/contracts/base/roles";
import { MAX_SEND_LISTS, SEND_NAME_LENGTH } from "@/lib/contracts/base/values";
import { sendRequest } from "@/lib/contracts/gateway/send";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The most unusable recipients that a response names. The others are counted. */
export const FAILURES_NAMED = 100;

/** Returns the senders and prices for a send. */
export const readSendOptions = memberOperation({
  method: "GET",
  path: "/api/members/send",
  roles: SENDERS,
  request: z.object({}),
  response: z.object({
    /** The senders that it may use, its own first. `own`: no other account may use it. */
    senders: z.array(z.object({ number: z.string(), own: z.boolean() })),
    /** The default sender; null without one. */
    usualSender: z.string().nullable(),
    unicodeEnabled: z.boolean(),
    maxRecipients: z.int(),
  }),
});

/** Recipients. One function checks the whole list, because a body of 4 MiB may have a million invalid entries. */
const recipients = z.custom<string[]>(
  (to) => Array.isArray(to) && to.every((entry) => typeof entry === "string"),
  "must be an array of texts",
);

/** A requested window. Its requirements are in a sentence (rules: delivery windows). */
export const deliveryWindow = z.object({
  /** 1 is Monday, 7 is Sunday. */
  days: z.array(z.int().min(1).max(7)).max(7),
  /** Times of day, `HH:MM`. `from` is included, `to` is not. */
  from: z.string().max(5),
  to: z.string().max(5),
  /** True for each recipient's own clock. */
  localTime: z.boolean(),
});

/** The times of a send's first and last message, New Zealand local; null without a delivery window. */
const goesOut = z.object({ first: z.string(), last: z.string() }).nullable();

const { body, messageClass, from, messageId, rateCode, sendAt } = sendRequest.shape;
const asked = {
  to: recipients,
  body,
  messageClass,
  from,
  sendAt,
  unicode: flag(),
  /** True if `sendAt` is by each recipient's own clock. */
  localTime: flag(),
  /** The hours and days of the delivery. The default is any time. */
  window: deliveryWindow.optional(),
  /** The fields of a template. Without them the text is sent unchanged. */
  fields: mergeFields.optional(),
  /**
   * Lists of contacts, in place of recipients and fields. The text is then a template with places for a name, a
   * number and the fields of contacts.
   */
  lists: z
    .array(z.uuid("must be ids"))
    .min(1, "must not be empty")
    .max(MAX_SEND_LISTS, `must be at most ${MAX_SEND_LISTS}`)
    .optional(),
};

/** The contacts of the lists that have opted out. They are neither sent nor billed. */
const leftOut = z.int();

/** A recipient with an unusable number, and the reason. */
export const failedRecipient = z.object({ to: z.string(), message: z.string() });

const failures = {
  /** Recipients with unusable numbers. They are neither sent nor billed. */
  failed: z.int(),
  /** The first `FAILURES_NAMED` of them. */
  failures: z.array(failedRecipient),
};

/** Returns the result that a send would have, by the same rules. Money is a decimal text of dollars, GST included. */
export const previewSendOperation = memberOperation({
  method: "POST",
  path: "/api/members/send/preview",
  roles: SENDERS,
  request: z.object(asked),
  response: z.object({
    total: z.int(),
    leftOut,
    ...failures,
    sender: z.string(),
    /** The parts of each message, or the fewest and the most if texts differ; 0 if no recipient is usable. */
    parts: z.int(),
    mostParts: z.int(),
    text: z.string(),
    price: z.string(),
    balance: z.string(),
    /** True if the balance covers it. */
    covered: z.boolean(),
    /** Recipients that have opted out. They are billed but not sent. */
    optedOut: z.int(),
    /** Numbers that no mobile has. They are billed but not sent. */
    cannotReceive: z.int(),
    /** The unapproved domains that it links to. They hold the whole send. */
    heldDomains: z.array(z.string()),
    /** Messages that wait for the morning, and its time, New Zealand local. */
    night: z.object({ messages: z.int(), until: z.string() }).nullable(),
    /**
     * Recipients at another time than New Zealand's, the most recipients first: the country's English name, and its
     * local time then.
     */
    localTimes: z.array(z.object({ country: z.string(), messages: z.int(), at: z.string() })),
    goesOut,
  }),
});

/** Sends messages. Repeats with the same `key` and request send once. */
export const sendFromPageOperation = memberOperation({
  method: "POST",
  path: "/api/members/send",
  roles: SENDERS,
  request: z.object({
    ...asked,
    messageId,
    rateCode,
    name: givenName(SEND_NAME_LENGTH).optional(),
    sandbox: flag(),
    /** The draft of the send, which is deleted once it is sent. */
    draftId: z.uuid("must be an id").optional(),
    key: text().regex(/^[\w-]{16,64}$/, "must be 16 to 64 letters, digits or hyphens"),
  }),
  response: z.object({
    /** True for a test: nothing was sent or billed, and the other fields are the hypothetical result. */
    sandbox: z.boolean(),
    total: z.int(),
    leftOut,
    /**
     * `accepted`: sent or scheduled. `queued`: waiting for the morning. `held`: held for a domain. With the counts
     * below they sum to `total`.
     */
    accepted: z.int(),
    queued: z.int(),
    held: z.int(),
    /** Recipients that were billed but not sent: opted-out recipients, and numbers that no phone has. */
    optedOut: z.int(),
    cannotReceive: z.int(),
    ...failures,
    sender: z.string().nullable(),
    /** The fewest and the most parts of a message. */
    parts: z.int(),
    mostParts: z.int(),
    price: z.string(),
    heldDomains: z.array(z.string()),
    /** The end of the night for queued messages, New Zealand local. */
    queuedUntil: z.string().nullable(),
    /** The requested time, New Zealand local, and whether it is by each recipient's own clock. */
    scheduledFor: z.string().nullable(),
    localTime: z.boolean(),
    goesOut,
    /** The id of a single message. */
    messageId: z.string().nullable(),
    /** The id of the whole send, if it has several messages or a name. */
    sendId: z.string().nullable(),
  }),
});

export type SendOptions = z.output<typeof readSendOptions.response>;
export type PreviewSendRequest = z.output<typeof previewSendOperation.request>;
export type SendPreview = z.output<typeof previewSendOperation.response>;
export type SendFromPageRequest = z.output<typeof sendFromPageOperation.request>;
export type SendSummary = z.output<typeof sendFromPageOperation.response>;
