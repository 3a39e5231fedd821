import { z } from "zod";
import { operation } from "@/lib/contracts/operation";
import { flag, integer, label, message, oneOf, text } from "@/lib/contracts/parameters";

/** Longest `messageId` and `rateCode` (spec 8). */
export const MESSAGE_ID_LENGTH = 36;
export const RATE_CODE_LENGTH = 95;

export const MESSAGE_CLASSES = ["transactional", "marketing"] as const;

/** One recipient, or a list of them. Looked at in one go: a list may have millions of entries that are none. */
function recipients() {
  return z.custom<string | string[]>(
    (to) => typeof to === "string" || (Array.isArray(to) && to.every((entry) => typeof entry === "string")),
    "must be a text, or in a JSON body an array of texts",
  );
}

/** Send request (spec 2, 4.2), without the credentials. */
export const sendRequest = z.object({
  to: recipients(),
  body: message(),
  messageClass: oneOf(MESSAGE_CLASSES),
  from: text().trim().optional(),
  messageId: label(MESSAGE_ID_LENGTH).optional(),
  rateCode: label(RATE_CODE_LENGTH).optional(),
  contentType: text()
    .regex(/^\s*text\/[\w.+-]+\s*(;.*)?$/i, "must be a kind of text, such as text/plain")
    .optional(),
  fragmentationLimit: integer(0, 11).default(11),
  unicode: flag(),
  sandbox: flag(),
});

/** One accepted recipient (spec 2 "Send response", decisions "Sending"). */
export const sendResponse = z.object({
  success: z.literal(true),
  status: z.enum(["accepted", "queued", "held", "sandbox"]),
  message_id: z.string(),
  to: z.string(),
  from: z.string(),
  parts: z.int(),
  route: z.string().optional(),
  porting: z.object({ ported: z.boolean(), carrier: z.string(), source: z.string() }).optional(),
  truncated: z.literal(true).optional(),
  queue_reason: z.literal("nighttime").optional(),
  queue_message: z.string().optional(),
  hold_reason: z.literal("unapproved_domain").optional(),
  hold_message: z.string().optional(),
  held_domains: z.array(z.string()).optional(),
  sandbox: z.literal(true).optional(),
  sandbox_message: z.string().optional(),
  sandbox_encoding: z.enum(["GSM-7", "UCS-2"]).optional(),
  sandbox_would_charge: z.number().optional(),
});

/** A recipient of a bulk send that cannot be addressed: not sent, not billed. */
export const sendFailure = z.object({
  success: z.literal(false),
  to: z.string(),
  error: z.string(),
  message: z.string(),
});

/** Bulk send response (spec 2): one entry per recipient, in the order of the request. */
export const bulkSendResponse = z.object({
  success: z.boolean(),
  messages: z.array(z.union([sendResponse, sendFailure])),
  summary: z.object({ total: z.int(), sent: z.int(), failed: z.int() }),
});

export type SendRequest = z.output<typeof sendRequest>;
export type SendResponse = z.output<typeof sendResponse>;
export type SendFailure = z.output<typeof sendFailure>;
export type BulkSendResponse = z.output<typeof bulkSendResponse>;

const PORTING = { ported: false, carrier: "One NZ", source: "prefix" };
const SANDBOX_ID = "SANDBOX_01a1fc1e-7827-71fa-b114-9c303160f115";

/** Spec 4.2. */
export const sendOperation = operation({
  id: "sendMessage",
  method: "POST",
  path: "/gateway/sms/out",
  tag: "Sending",
  summary: "Send a text to one recipient or to many",
  description:
    "One recipient is a text; several are an array in a JSON body, and the answer then has an entry for each, in order. `status` is `accepted`, `queued` (New Zealand numbers at night, until 7am), `held` (it links to a domain that is not approved for the account yet) or `sandbox`. Texts go out as GSM-7: typographic characters become plain ones, accents are dropped, and what is left becomes `?`; `unicode` sends UCS-2. Each part is billed.",
  callers: "account",
  request: sendRequest,
  response: z.union([sendResponse, bulkSendResponse]),
  errors: [
    "unicode_not_enabled",
    "too_many_recipients",
    "invalid_recipient",
    "insufficient_funds",
    "sender_not_authorised",
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
