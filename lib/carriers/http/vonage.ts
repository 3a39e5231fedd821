import type { Preset } from "@/lib/carriers/http/preset";

/**
 * Vonage's Messages API: `username` is the API key, `password` the API secret. Webhooks are signed with
 * `signingKey`, the account's signature secret. Without it, the gateway's secret in their address
 * authenticates them.
 */
export const vonage: Preset = {
  requires: ["username", "password"],
  declare: ({ url = "https://api.nexmo.com", reports, signingKey }) => ({
    request: {
      method: "POST",
      url: `${url.replace(/\/+$/, "")}/v1/messages`,
      headers: { Authorization: "Basic {basicAuth}", Accept: "application/json" },
      encoding: "json",
      fields: {
        channel: "sms",
        message_type: "text",
        from: "{sender}",
        to: "{msisdn}",
        text: "{text}",
        client_ref: "{id}",
        ttl: "{validitySeconds}",
        ...(reports && { webhook_url: "{reportUrl}" }),
      },
    },
    success: { statuses: [202], has: "/message_uuid" },
    reference: "/message_uuid",
    // Vonage names errors by addresses of its documentation, which end with the code.
    errorCode: { pattern: '"type"\\s*:\\s*"[^"]{1,200}#(\\w{1,20})"' },
    errors: ERRORS,
    report: {
      reference: "/message_uuid",
      status: "/status",
      time: "/timestamp",
      msisdn: "/to",
      error: { at: "/error/type", pattern: "#(\\w{1,20})$" },
      statuses: { submitted: 8, delivered: 1, read: 1, rejected: 16, undeliverable: 2 },
    },
    inbound: { reference: "/message_uuid", from: "/from", to: "/to", text: "/text", time: "/timestamp" },
    signature: signingKey === undefined ? "token" : "vonage",
  }),
};

const ERRORS = {
  "1000": { action: "throttled", cause: "Messages were sent faster than Vonage allows." },
  "1010": { action: "elsewhere", cause: "The request to Vonage lacks a parameter." },
  "1020": { action: "elsewhere", cause: "Vonage does not accept a parameter." },
  "1040": {
    action: "elsewhere",
    cause: "Vonage could not process the message, such as for the number's prefix.",
  },
  "1050": { action: "elsewhere", cause: "Vonage does not send to this number." },
  "1070": { action: "elsewhere", cause: "The Vonage account has no credit left." },
  "1120": { action: "elsewhere", cause: "The Vonage account may not use this sender." },
  "1170": { action: "refused", cause: "Vonage says that there is no such number." },
  "1240": { action: "elsewhere", cause: "Vonage does not send to this number." },
} as const;
