import { z } from "zod";
import { ignoredNames } from "@/lib/contracts/base/ignored-parameters";
import { operation } from "@/lib/contracts/base/operation";
import { flag, integer, label, oneOf, shownAs, text, trimmedMessage } from "@/lib/contracts/base/parameters";
import { MESSAGE_CLASSES, MESSAGE_ID_LENGTH, RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { sendSchedule, sendTime } from "@/lib/contracts/gateway/send-time";
import { MAX_VALIDITY_MINUTES } from "@/lib/sms/validity";

/**
 * Creates the schema of one recipient or a list. One function checks the whole list, because a list may have millions
 * of invalid entries.
 */
function recipients() {
  return z
    .custom<string | string[]>(
      (to) => typeof to === "string" || (Array.isArray(to) && to.every((entry) => typeof entry === "string")),
      "must be a text, or in a JSON body an array of texts",
    )
    .meta({
      ...shownAs({ oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }),
      description:
        "The recipient, in international form without a plus sign. Use an array in a JSON body for several.",
      examples: ["64211234567"],
    });
}

/** The request of a send (rules: send request), without the credentials. */
export const sendRequest = z
  .object({
    to: recipients(),
    body: trimmedMessage().meta({ description: "The text.", examples: ["Kia ora! Your order is ready."] }),
    messageClass: oneOf(MESSAGE_CLASSES).meta({
      description: "`transactional` for messages the recipient expects, `marketing` for promotions.",
      examples: ["transactional"],
    }),
    from: text()
      .trim()
      .optional()
      .meta({
        description: "A shortcode your account can use. Default: your default sender, else a shared one.",
        examples: ["552"],
      }),
    messageId: label(MESSAGE_ID_LENGTH)
      .optional()
      .meta({
        description: "Your reference. Returned in reports, replies and status queries.",
        examples: ["order-1001"],
      }),
    rateCode: label(RATE_CODE_LENGTH)
      .optional()
      .meta({ description: "Your tag for billing.", examples: ["shop"] }),
    contentType: text()
      .regex(/^\s*text\/[\w.+-]+\s*(;.*)?$/i, "must be a kind of text, such as text/plain")
      .optional()
      .meta({ ...shownAs({ type: "string" }), description: "The kind of text.", examples: ["text/plain"] }),
    fragmentationLimit: integer(0, 11).default(11).meta({
      description:
        "The maximum number of parts. Longer texts are trimmed. 0: no limit of your own. The ceiling is 11.",
    }),
    validityMinutes: integer(1, MAX_VALIDITY_MINUTES)
      .optional()
      .meta({
        description: "Minutes to try delivery, from when the message can be sent. After that it is `FAILED`.",
        examples: [60],
      }),
    sendAt: sendTime(),
    schedule: sendSchedule(),
    unicode: flag().meta({ description: "Sends as UCS-2, if enabled for the account." }),
    sandbox: flag().meta({ description: "Returns what would happen and its price. Nothing is sent." }),
  })
  .meta({ id: "SendRequest", description: "A text, and who it is for." });

/** An accepted recipient (rules: send response). */
export const sendResponse = z
  .object({
    success: z.literal(true),
    status: z.enum(["accepted", "queued", "held", "sandbox"]).meta({
      description: "`queued`: until 7am, or until `sendAt`. `held`: until a domain is approved.",
    }),
    message_id: z.string().meta({ description: "Our ID for the message. Store it to query the status." }),
    to: z.string().meta({ description: "The recipient.", examples: ["64211234567"] }),
    from: z.string().meta({ description: "The sender that is used.", examples: ["552"] }),
    parts: z.int().meta({ description: "Parts billed.", examples: [1] }),
    route: z
      .string()
      .optional()
      .meta({ description: "The network of a New Zealand number.", examples: ["One NZ"] }),
    porting: z
      .object({
        ported: z.boolean().meta({ description: "Whether the number has changed networks." }),
        carrier: z.string().meta({ description: "Its network.", examples: ["One NZ"] }),
        source: z.string().meta({ description: "How that is known.", examples: ["prefix"] }),
      })
      .optional()
      .meta({ description: "The network of a New Zealand number." }),
    truncated: z
      .literal(true)
      .optional()
      .meta({ description: "The text was trimmed to `fragmentationLimit`." }),
    queue_reason: z.enum(["nighttime", "scheduled"]).optional().meta({
      description: "Why it is queued: for the night, or since you asked for a later time.",
    }),
    queue_message: z
      .string()
      .optional()
      .meta({ description: "An explanation for people, with the time it is sent." }),
    hold_reason: z.literal("unapproved_domain").optional().meta({ description: "Why it is held." }),
    hold_message: z.string().optional().meta({ description: "The same for a person." }),
    held_domains: z
      .array(z.string())
      .optional()
      .meta({
        description: "The linked domains that aren’t approved.",
        examples: [["example.co.nz"]],
      }),
    sandbox: z.literal(true).optional().meta({ description: "Nothing was sent or billed." }),
    sandbox_message: z.string().optional().meta({ description: "The text as it would be sent." }),
    sandbox_encoding: z.enum(["GSM-7", "UCS-2"]).optional().meta({ description: "How it would be sent." }),
    sandbox_would_charge: z
      .number()
      .optional()
      .meta({
        description: "The price in New Zealand dollars, including GST.",
        examples: [0.115],
      }),
    ignored: ignoredNames(),
  })
  .meta({ id: "SendResponse", description: "An accepted message, or the preview of one." });

/** A recipient of a bulk send with an unusable number. It is neither sent nor billed. */
export const sendFailure = z
  .object({
    success: z.literal(false),
    to: z.string().meta({ description: "The recipient as it was given." }),
    error: z.string().meta({ description: "What is wrong.", examples: ["Invalid recipient"] }),
    message: z.string().meta({ description: "More about it." }),
  })
  .meta({
    id: "SendFailure",
    description: "An invalid recipient of a list: not sent or billed.",
  });

/** The response of a bulk send (rules: bulk send): one entry for each recipient, in the order of the request. */
export const bulkSendResponse = z
  .object({
    success: z.boolean().meta({ description: "Whether at least one was taken." }),
    status: z.literal("bulk").meta({
      description: "Always `bulk`: the response for several recipients.",
    }),
    messages: z.array(z.union([sendResponse, sendFailure])).meta({
      description: "One entry per recipient, in the order of the request.",
    }),
    summary: z
      .object({
        total: z.int().meta({ description: "Recipients." }),
        sent: z.int().meta({ description: "Accepted, queued or held." }),
        failed: z.int().meta({ description: "Invalid numbers." }),
      })
      .meta({ description: "How many of each." }),
    ignored: ignoredNames(),
  })
  .meta({ id: "BulkSendResponse", description: "The result for each recipient." });

export type SendRequest = z.output<typeof sendRequest>;
export type SendResponse = z.output<typeof sendResponse>;
export type SendFailure = z.output<typeof sendFailure>;
export type BulkSendResponse = z.output<typeof bulkSendResponse>;

const PORTING = { ported: false, carrier: "One NZ", source: "prefix" };
const SANDBOX_ID = "SANDBOX_01a1fc1e-7827-71fa-b114-9c303160f115";

/** Sends a text to one recipient or to many. */
export const sendOperation = operation({
  id: "sendMessage",
  method: "POST",
  path: "/gateway/sms/out",
  tag: "Sending",
  summary: "Send a message to one or many recipients",
  description:
    "One recipient is a string. Several are an array in a JSON body, and the response has an entry for each, in order. `status` is `accepted`, `queued` (New Zealand numbers at night, until 7am, or any number until `sendAt`), `held` (a linked domain isn’t approved) or `sandbox`. Messages are sent as GSM-7: typographic characters become plain, accents are removed, and any other character becomes `?`. `unicode` sends UCS-2. Each part is billed.",
  callers: "account",
  request: sendRequest,
  logged: {
    to: "recipients",
    body: "text",
    messageClass: "word",
    from: "word",
    messageId: "value",
    rateCode: "value",
    contentType: "value",
    fragmentationLimit: "word",
    validityMinutes: "word",
    unicode: "word",
    sandbox: "word",
    sendAt: "value",
    schedule: "value",
  },
  response: z.discriminatedUnion("status", [sendResponse, bulkSendResponse]),
  errors: [
    "unicode_not_enabled",
    "too_many_recipients",
    "invalid_recipient",
    "insufficient_funds",
    "sender_not_authorised",
    "no_route",
    "idempotency_conflict",
  ],
  repeatable: true,
  examples: [
    {
      summary: "Try it in the sandbox",
      request: {
        to: "64211234567",
        body: "Kia ora! Your order is ready.",
        messageClass: "transactional",
        sandbox: true,
      },
      response: {
        success: true,
        status: "sandbox",
        message_id: SANDBOX_ID,
        to: "64211234567",
        from: "552",
        parts: 1,
        route: "One NZ",
        porting: PORTING,
        sandbox: true,
        sandbox_message: "Kia ora! Your order is ready.",
        sandbox_encoding: "GSM-7",
        sandbox_would_charge: 0.115,
      },
    },
    {
      summary: "One recipient",
      request: {
        to: "64211234567",
        body: "Kia ora! Your order is ready.",
        messageClass: "transactional",
        messageId: "order-1001",
        rateCode: "shop",
      },
      response: {
        success: true,
        status: "accepted",
        message_id: "01a1fc1e-7827-71fa-b114-9c303160f115",
        to: "64211234567",
        from: "552",
        parts: 1,
        route: "One NZ",
        porting: PORTING,
      },
    },
    {
      summary: "Several recipients",
      request: {
        to: ["64211234567", "not a number"],
        body: "We open at nine tomorrow.",
        messageClass: "marketing",
      },
      response: {
        success: true,
        status: "bulk",
        messages: [
          {
            success: true,
            status: "accepted",
            message_id: "01a1fc1e-7827-71fa-b114-9c303160f115",
            to: "64211234567",
            from: "552",
            parts: 1,
            route: "One NZ",
            porting: PORTING,
          },
          {
            success: false,
            to: "not a number",
            error: "Invalid recipient",
            message: "'not a number' is not a phone number of 6 to 15 digits in international form.",
          },
        ],
        summary: { total: 2, sent: 1, failed: 1 },
      },
    },
  ],
});
