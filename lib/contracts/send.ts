import { z } from "zod";
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
