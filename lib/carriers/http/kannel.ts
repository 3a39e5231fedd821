import type { Preset } from "@/lib/carriers/http/preset";

/**
 * Kannel's sendsms. Kannel returns no reference, so each message has its own report address with the
 * gateway's id in it. Kannel's report types are the gateway's report codes.
 */
export const kannel: Preset = {
  requires: ["url", "username", "password"],
  inboundParameters: "&id=%I&from=%p&to=%P&coding=%c&time=%T&text=%b",
  declare: ({ url = "", reports }) => ({
    request: {
      method: "GET",
      url,
      encoding: "query",
      fields: {
        username: "{username}",
        password: "{password}",
        from: "{sender}",
        to: "{msisdn}",
        text: "{text}",
        charset: "UTF-8",
        coding: "{coding}",
        validity: "{validityMinutes}",
        ...(reports && { "dlr-mask": "31", "dlr-url": `{reportUrl}${REPORT_PARAMETERS}` }),
      },
    },
    // With `immediate-sendsms-reply` Kannel answers "Sent." before its bearerbox has the message.
    success: { statuses: [202], has: { pattern: "^\\s*(?:0:|3:|Sent\\.)" } },
    reference: "ours",
    errorCode: { pattern: `^(${Object.keys(ERRORS).join("|").replace(/[()]/g, "\\$&")})` },
    errors: ERRORS,
    report: {
      reference: "id",
      status: "type",
      time: "time",
      msisdn: "msisdn",
      part: "foreign",
      // Kannel 1.5 adds two statuses: 34 for an expired message, and 66 for a state that is unknown to its SMSC.
      statuses: { "0": null, "1": 1, "2": 2, "4": 4, "8": 8, "16": 16, "34": 2, "66": null },
      error: { at: "meta", pattern: "dlr_err=([0-9A-Za-z]{1,20})" },
    },
    inbound: {
      reference: "id",
      from: "from",
      to: "to",
      text: "text",
      coding: "coding",
      time: "time",
    },
    signature: "token",
  }),
};

/**
 * The values that Kannel fills into a report's address: type, time, the network's id and the network's
 * answer.
 */
const REPORT_PARAMETERS = "&type=%d&time=%T&foreign=%F&meta=%D";

const ERRORS = {
  "Authorization failed": { action: "login", cause: "Kannel refused user name, password or our address." },
  "Not routable": { action: "elsewhere", cause: "Kannel has no SMSC that takes the message." },
  "Number(s) has/have been denied": { action: "elsewhere", cause: "Kannel's lists do not allow the number." },
  "Sender missing": { action: "elsewhere", cause: "The request to Kannel had no sender." },
  "Temporal failure": {
    action: "later",
    afterMs: 30_000,
    cause: "Kannel's bearerbox cannot take it for now.",
  },
} as const;
