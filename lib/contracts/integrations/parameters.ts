import { z } from "zod";
import type { ErrorCode } from "@/lib/contracts/base/error";
import { integer } from "@/lib/contracts/base/parameters";
import { MAX_RECIPIENTS } from "@/lib/contracts/base/values";
import { sendResponse } from "@/lib/contracts/gateway/send";

/** The largest `cust_id` and `shortcode_id` that the digits of a parameter and a column hold. */
const MAX_ID = 999_999_999;

const customerId = () =>
  integer(1, MAX_ID).meta({ description: "The account's customer number.", examples: [1] });
const shortcodeId = () =>
  integer(1, MAX_ID).meta({
    description: "The ID of the integration’s shortcode.",
    examples: [1],
  });
const secret = (what: string) => z.string("must be a text").meta({ description: what, format: "password" });

/** The query string of crm-a, automation and storefront (rules: integration credentials). */
export const keyQuery = z.object({
  cust_id: customerId(),
  shortcode_id: shortcodeId(),
  key: secret("The integration's key."),
});

/** The query string of crm-b (rules: integration credentials). */
export const secretQuery = z.object({
  cust_id: customerId(),
  shortcode_id: shortcodeId(),
  secret: secret("The integration's webhook secret."),
});

/** The text, for callers that cannot choose their body. */
export const contactText = {
  message: z
    .string()
    .optional()
    .meta({ description: "The text, where the body has none.", examples: ["Kia ora!"] }),
};

/** A number of a caller: a text, or a JSON number. */
const number = z.union([z.string(), z.number()]);

export const recipients = z.union([number, z.array(number).max(MAX_RECIPIENTS)]).meta({
  description: `The recipient, or in JSON an array of at most ${MAX_RECIPIENTS}.`,
  examples: ["64211234567"],
});

export const text = z
  .string()
  .meta({ description: "The text.", examples: ["Kia ora! Your table is ready."] });

/** The body of crm-a, crm-b and automation (rules: integration body). Other fields are ignored: callers send many. */
export const messageBody = z.looseObject({ to: recipients, message: text });

/** The outcome of one recipient of several. */
const entry = z.union([
  sendResponse.pick({ success: true, to: true, message_id: true, status: true }),
  z.object({
    success: z.literal(false),
    to: z.string().meta({ description: "The recipient as it was given." }),
    error: z.string().meta({ description: "The reason." }),
  }),
]);

/** The response of an accepted text (rules: integration answers). */
export const sentResponse = z
  .object({
    success: z.literal(true),
    message_id: z.string().meta({ description: "Our ID for the message, or for the first of several." }),
    status: z.enum(["accepted", "queued", "held"]).meta({
      description: "`queued`: until 7am. `held`: until a domain is approved.",
    }),
    parts: z.int().meta({ description: "Parts billed for each recipient.", examples: [1] }),
    messages: z
      .array(entry)
      .optional()
      .meta({ description: "If `to` is an array: one entry per recipient, in order." }),
  })
  .meta({ id: "IntegrationResponse", description: "A text that was taken." });

export type SentResponse = z.output<typeof sentResponse>;

/** The errors of a send beside the common errors of every call. */
export const SEND_ERRORS: readonly ErrorCode[] = [
  "invalid_recipient",
  "too_many_recipients",
  "insufficient_funds",
  "sender_not_authorised",
  "no_route",
  "integration_disabled",
  "idempotency_conflict",
];

/** A response for the examples of the published description. */
export const EXAMPLE_ANSWER = {
  success: true,
  message_id: "01a1fc1e-7827-71fa-b114-9c303160f115",
  status: "accepted",
  parts: 1,
} as const;
