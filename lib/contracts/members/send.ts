import { z } from "zod";
import { mergeFields } from "@/lib/contracts/base/merge-fields";
import { flag, givenName, text } from "@/lib/contracts/base/parameters";
import { MAX_SEND_LISTS, SEND_NAME_LENGTH } from "@/lib/contracts/base/values";
import { sendRequest } from "@/lib/contracts/gateway/send";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";

/** Most recipients that an answer names as not addressable; the rest is counted. */
export const FAILURES_NAMED = 100;

/** What the account may send with. */
export const readSendOptions = memberOperation({
  ...routes.readSendOptions,
  request: z.object({}),
  response: z.object({
    /** The senders it may use, its own first; `own`: no other account may. */
    senders: z.array(z.object({ number: z.string(), own: z.boolean() })),
    /** The one that is used where none is chosen; null: there is none. */
    usualSender: z.string().nullable(),
    unicodeEnabled: z.boolean(),
    maxRecipients: z.int(),
  }),
});

/** Looked at in one go: a body of 4 MiB may have a million entries that are none. */
const recipients = z.custom<string[]>(
  (to) => Array.isArray(to) && to.every((entry) => typeof entry === "string"),
  "must be an array of texts",
);

/** A window as it is asked for: what it must have is said in a sentence (rules: delivery windows). */
export const deliveryWindow = z.object({
  /** 1 is Monday, 7 is Sunday. */
  days: z.array(z.int().min(1).max(7)).max(7),
  /** Times of day, `HH:MM`: from the first on, until before the other. */
  from: z.string().max(5),
  to: z.string().max(5),
  /** Whether they are by each recipient's own clock. */
  localTime: z.boolean(),
});

/** When the first and the last message of a send goes out, New Zealand local; null without a delivery window. */
const goesOut = z.object({ first: z.string(), last: z.string() }).nullable();

const { body, messageClass, from, messageId, rateCode, sendAt } = sendRequest.shape;
const asked = {
  to: recipients,
  body,
  messageClass,
  from,
  sendAt,
  unicode: flag(),
  /** Whether `sendAt` is by each recipient's own clock. */
  localTime: flag(),
  /** Between which hours and on which days messages go out; not given, at any time. */
  window: deliveryWindow.optional(),
  /** Given, the text is a template with a place for each of them; not given, it is sent as it stands. */
  fields: mergeFields.optional(),
  /**
   * Lists of contacts that it goes to, in place of recipients and fields: the text is a template with a place for a name, a
   * number and the fields of contacts.
   */
  lists: z
    .array(z.uuid("must be ids"))
    .min(1, "must not be empty")
    .max(MAX_SEND_LISTS, `must be at most ${MAX_SEND_LISTS}`)
    .optional(),
};

/** Contacts of the lists that have opted out: not sent to, and not billed. */
const leftOut = z.int();

/** A recipient that cannot be addressed, and why. */
export const failedRecipient = z.object({ to: z.string(), message: z.string() });

const failures = {
  /** Recipients that cannot be addressed: not sent to, not billed. */
  failed: z.int(),
  /** The first `FAILURES_NAMED` of them. */
  failures: z.array(failedRecipient),
};

/** What a send would come to, by the same rules. Money is a decimal text of dollars, GST included. */
export const previewSendOperation = memberOperation({
  ...routes.previewSendOperation,
  request: z.object(asked),
  response: z.object({
    total: z.int(),
    leftOut,
    ...failures,
    sender: z.string(),
    /** Of each message, or where texts differ, the fewest and the most of one; 0 where nothing can be sent to anybody. */
    parts: z.int(),
    mostParts: z.int(),
    text: z.string(),
    price: z.string(),
    balance: z.string(),
    /** Whether the balance covers it. */
    covered: z.boolean(),
    /** Recipients that have opted out: billed, and not sent to. */
    optedOut: z.int(),
    /** Numbers that no mobile has: the same. */
    cannotReceive: z.int(),
    /** Domains it links to that are not approved: all of it is held for them. */
    heldDomains: z.array(z.string()),
    /** Messages that wait for the morning after they are sent or scheduled for, and until when, New Zealand local. */
    night: z.object({ messages: z.int(), until: z.string() }).nullable(),
    /**
     * Where recipients get it at another time than New Zealand's, the most recipients first: the country's English name, and
     * New Zealand's local time then.
     */
    localTimes: z.array(z.object({ country: z.string(), messages: z.int(), at: z.string() })),
    goesOut,
  }),
});

/** Sends. The same `key` with the same request sends once, however often it is asked. */
export const sendFromPageOperation = memberOperation({
  ...routes.sendFromPageOperation,
  request: z.object({
    ...asked,
    messageId,
    rateCode,
    name: givenName(SEND_NAME_LENGTH).optional(),
    sandbox: flag(),
    /** The draft that it was made of, which is deleted once it is sent. */
    draftId: z.uuid("must be an id").optional(),
    key: text().regex(/^[\w-]{16,64}$/, "must be 16 to 64 letters, digits or hyphens"),
  }),
  response: z.object({
    /** It was a test: nothing was sent or billed, and what follows is what would have been. */
    sandbox: z.boolean(),
    total: z.int(),
    leftOut,
    /** On their way, waiting for their time or the morning, held for a domain; with those below they make `total`. */
    accepted: z.int(),
    queued: z.int(),
    held: z.int(),
    /** Not sent to, and billed: who has opted out, and what no phone has for a number. */
    optedOut: z.int(),
    cannotReceive: z.int(),
    ...failures,
    sender: z.string().nullable(),
    /** The fewest and the most of one message. */
    parts: z.int(),
    mostParts: z.int(),
    price: z.string(),
    heldDomains: z.array(z.string()),
    /** When what is queued for the night goes out, New Zealand local. */
    queuedUntil: z.string().nullable(),
    /** The time that was asked for, New Zealand local, and whether it is by each recipient's own clock. */
    scheduledFor: z.string().nullable(),
    localTime: z.boolean(),
    goesOut,
    /** The message's id where there is one message. */
    messageId: z.string().nullable(),
    /** What its messages are found by together, where there are several or the send has a name. */
    sendId: z.string().nullable(),
  }),
});

export type SendOptions = z.output<typeof readSendOptions.response>;
export type PreviewSendRequest = z.output<typeof previewSendOperation.request>;
export type SendPreview = z.output<typeof previewSendOperation.response>;
export type SendFromPageRequest = z.output<typeof sendFromPageOperation.request>;
export type SendSummary = z.output<typeof sendFromPageOperation.response>;
