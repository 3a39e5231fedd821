import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import {
  EXAMPLE_ANSWER,
  recipients,
  SEND_ERRORS,
  sentResponse,
  text,
} from "@/lib/contracts/integrations/parameters";

/** The body of crm-c (rules: crm-c), with its credentials. */
export const crmCBody = z.looseObject({
  to: recipients,
  message: text,
  api_key: z
    .string()
    .optional()
    .meta({ description: "The integration's key, for a shared shortcode.", format: "password" }),
  shortcode_id: z
    .union([z.int(), z.string()])
    .optional()
    .meta({ description: "The number of a shortcode of your own; with `secret`.", examples: [7] }),
  secret: z
    .string()
    .optional()
    .meta({ description: "The integration's webhook secret; with `shortcode_id`.", format: "password" }),
});

/** The operation of crm-c, with its own error texts (rules: integration errors). */
export const crmCOperation = operation({
  id: "crmCSend",
  method: "POST",
  path: "/crm-c/send.php",
  tag: "Integrations",
  summary: "Send from Zoho CRM",
  description:
    "For functions such as Zoho's. The credentials are in the body: `api_key` for a shared shortcode, or `shortcode_id` and `secret` for one of your own. All else in it is ignored.",
  callers: "integration",
  request: crmCBody,
  logged: { to: "recipients", message: "text", shortcode_id: "word" },
  response: sentResponse,
  errors: [...SEND_ERRORS, "not_found"],
  statuses: { invalid_key: 403, invalid_credentials: 403, idempotency_conflict: 400 },
  repeatable: true,
  examples: [
    {
      summary: "From a shared shortcode",
      request: { to: "64211234567", message: "Kia ora", api_key: "isk_..." },
      response: EXAMPLE_ANSWER,
    },
    {
      summary: "From a shortcode of your own",
      request: { to: "64211234567", message: "Kia ora", shortcode_id: 7, secret: "isk_..." },
      response: EXAMPLE_ANSWER,
    },
  ],
});
