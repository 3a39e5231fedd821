import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { text } from "@/lib/contracts/base/parameters";

function webhookUrl() {
  return text().meta({
    description: "A public `https://` URL without credentials.",
    format: "uri",
    examples: ["https://example.co.nz/sms-events"],
  });
}

/** The request of a webhook registration (rules: webhook registration). Separate rules check the URL. */
export const registerRequest = z
  .object({ url: webhookUrl() })
  .meta({ id: "RegisterWebhookRequest", description: "The URL for events of this kind." });

/** The request of `GET /gateway/configure` has only credentials. `POST` has one URL for all events. */
export const readConfigurationRequest = z.object({});
export const configureRequest = z
  .object({ webhook_url: webhookUrl() })
  .meta({ id: "ConfigureRequest", description: "The URL for both kinds of event." });

/** The configuration. `webhook_url` is present only if both URLs are the same. */
export const configureResponse = z
  .object({
    success: z.literal(true),
    webhook_url: z.string().nullable().meta({
      description: "The URL for all events, or null if they differ or there is none.",
    }),
    inbound_url: z.string().nullable().meta({ description: "The URL for inbound messages, or null." }),
    delivery_report_url: z.string().nullable().meta({
      description: "The URL for delivery reports, or null.",
    }),
    signed: z.boolean().meta({
      description: "Whether requests are signed with your signing secret.",
    }),
  })
  .meta({ id: "WebhookConfiguration", description: "The URLs for the account's events." });

export type ConfigureResponse = z.output<typeof configureResponse>;

const REGISTERED = {
  method: "POST",
  tag: "Webhooks",
  callers: "account-or-basic",
  request: registerRequest,
  logged: { url: "url" },
  response: null,
  errors: [],
  examples: [
    { summary: "Register a receiver", request: { url: "https://example.co.nz/sms-events" }, response: null },
  ],
} as const;

const URL_RULES =
  "The URL must use `https://` and a public address. URLs with credentials are refused, and redirects aren’t followed.";

/** Registers the webhook for incoming messages. */
export const registerInboundOperation = operation({
  ...REGISTERED,
  id: "registerInboundWebhook",
  path: "/gateway/sms/in",
  summary: "Register the webhook for replies",
  description: `We post inbound messages to this URL. ${URL_RULES}`,
});

/** Registers the webhook for delivery reports. */
export const registerReportOperation = operation({
  ...REGISTERED,
  id: "registerReportWebhook",
  path: "/gateway/sms/status",
  summary: "Register the webhook for delivery reports",
  description: `We post delivery reports to this URL. ${URL_RULES}`,
});

const CONFIGURED: ConfigureResponse = {
  success: true,
  webhook_url: "https://example.co.nz/sms-events",
  inbound_url: "https://example.co.nz/sms-events",
  delivery_report_url: "https://example.co.nz/sms-events",
  signed: true,
};

/** Returns the configuration. */
export const readConfigurationOperation = operation({
  id: "readConfiguration",
  method: "GET",
  path: "/gateway/configure",
  tag: "Webhooks",
  summary: "Read the webhook configuration",
  description:
    "`webhook_url` is set when replies and delivery reports go to the same URL. `signed`: requests carry a signature.",
  callers: "account-or-basic",
  request: readConfigurationRequest,
  logged: {},
  response: configureResponse,
  errors: [],
  examples: [{ summary: "One URL for all events", request: {}, response: CONFIGURED }],
});

/** Sets one URL for both webhooks. */
export const configureOperation = operation({
  id: "configure",
  method: "POST",
  path: "/gateway/configure",
  tag: "Webhooks",
  summary: "Set one webhook for replies and delivery reports",
  description: `We post inbound messages and delivery reports to this URL. Their \`type\` tells them apart. ${URL_RULES}`,
  callers: "account-or-basic",
  request: configureRequest,
  logged: { webhook_url: "url" },
  response: configureResponse,
  errors: [],
  examples: [
    {
      summary: "One URL for all events",
      request: { webhook_url: "https://example.co.nz/sms-events" },
      response: CONFIGURED,
    },
  ],
});
