import type { Preset } from "@/lib/carriers/http/preset";

/**
 * Telnyx's messages API: `password` is the API key, `signingKey` the public key that verifies its webhooks.
 */
export const telnyx: Preset = {
  requires: ["password", "signingKey"],
  declare: ({ url = "https://api.telnyx.com", reports }) => ({
    request: {
      method: "POST",
      url: `${url.replace(/\/+$/, "")}/v2/messages`,
      headers: { Authorization: "Bearer {password}", Accept: "application/json" },
      encoding: "json",
      fields: {
        from: "{senderE164}",
        to: "+{msisdn}",
        text: "{text}",
        type: "SMS",
        ...(reports && { webhook_url: "{reportUrl}" }),
      },
    },
    success: { statuses: [200, 202], has: "/data/id" },
    reference: "/data/id",
    errorCode: "/errors/0/code",
    errors: ERRORS,
    report: {
      when: { at: "/data/event_type", isOneOf: ["message.sent", "message.finalized"] },
      reference: "/data/payload/id",
      status: "/data/payload/to/0/status",
      time: "/data/occurred_at",
      error: "/data/payload/errors/0/code",
      msisdn: "/data/payload/to/0/phone_number",
      statuses: {
        delivered: 1,
        delivery_failed: 2,
        expired: 2,
        sending_failed: 16,
        cancelled: 16,
        sent: 8,
        delivery_unconfirmed: 4,
        gw_timeout: 4,
        dlr_timeout: 4,
        queued: null,
        scheduled: null,
        sending: null,
        webhook_delivered: null,
      },
    },
    inbound: {
      when: { at: "/data/event_type", isOneOf: ["message.received"] },
      reference: "/data/payload/id",
      from: "/data/payload/from/phone_number",
      to: "/data/payload/to/0/phone_number",
      text: "/data/payload/text",
      time: "/data/payload/received_at",
    },
    signature: "telnyx",
  }),
};

const ERRORS = {
  "10009": { action: "login", cause: "Telnyx refused the API key." },
  "10010": { action: "elsewhere", cause: "The Telnyx account may not do this." },
  "10011": { action: "throttled", cause: "Messages were sent faster than Telnyx allows." },
  "40300": { action: "elsewhere", cause: "The recipient has opted out at Telnyx." },
  "40305": { action: "elsewhere", cause: "The Telnyx account may not use this sender." },
  "40310": { action: "refused", cause: "Telnyx says that there is no such number." },
} as const;
