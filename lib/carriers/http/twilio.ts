import type { Preset } from "@/lib/carriers/http/preset";

/**
 * Twilio's messages API: `username` is the account SID. `password` is the auth token, which also signs
 * webhooks.
 */
export const twilio: Preset = {
  requires: ["username", "password"],
  declare: ({ url = "https://api.twilio.com", reports }) => ({
    request: {
      method: "POST",
      url: `${url.replace(/\/+$/, "")}/2010-04-01/Accounts/{username}/Messages.json`,
      headers: { Authorization: "Basic {basicAuth}" },
      encoding: "form",
      fields: {
        From: "{senderE164}",
        To: "+{msisdn}",
        Body: "{text}",
        ValidityPeriod: "{validitySeconds}",
        ...(reports && { StatusCallback: "{reportUrl}" }),
      },
      // Twilio refuses a message whose validity is longer than its queue's limit.
      maxValiditySeconds: 36_000,
    },
    success: { statuses: [201], has: "/sid" },
    reference: "/sid",
    errorCode: "/code",
    errors: ERRORS,
    report: {
      reference: "MessageSid",
      status: "MessageStatus",
      error: "ErrorCode",
      msisdn: "To",
      statuses: {
        delivered: 1,
        read: 1,
        undelivered: 2,
        failed: 2,
        sent: 8,
        canceled: 16,
        partially_delivered: null,
        receiving: null,
        received: null,
        accepted: null,
        scheduled: null,
        queued: null,
        sending: null,
      },
    },
    inbound: { reference: "MessageSid", from: "From", to: "To", text: "Body" },
    signature: "twilio",
  }),
};

const ERRORS = {
  "20003": { action: "login", cause: "Twilio refused the account SID or the auth token." },
  "20429": { action: "throttled", cause: "Messages were sent faster than Twilio allows." },
  "21211": { action: "refused", cause: "Twilio says that there is no such number." },
  "21212": { action: "elsewhere", cause: "Twilio does not know this sender." },
  "21408": { action: "elsewhere", cause: "The Twilio account may not send to this country." },
  "21606": { action: "elsewhere", cause: "The Twilio account may not use this sender." },
  "21610": { action: "elsewhere", cause: "The recipient has opted out at Twilio." },
  "21611": { action: "later", afterMs: 60_000, cause: "Twilio's queue of this sender is full." },
  "21612": { action: "elsewhere", cause: "Twilio cannot reach this number from this sender." },
  "21614": { action: "refused", cause: "Twilio says that the number is not a mobile number." },
  "21617": { action: "refused", cause: "Twilio says that the text is too long." },
} as const;
