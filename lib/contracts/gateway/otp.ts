import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { cutText, flag, label, shownAs, templateText, text } from "@/lib/contracts/base/parameters";
import { RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { sendResponse } from "@/lib/contracts/gateway/send";

/** The name of a host: labels of letters, digits, hyphens and underscores, the last of them no number. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*(?=[a-z0-9_-]*[a-z])[a-z0-9_-]{1,63}$/;

/**
 * Creates the schema of a bare host name in the spelling of browsers: lower case, international names in punycode
 * (rules: one-time code text). It rejects hosts of URLs that are no names, such as `*.nz`, `a..nz` and addresses: no
 * page is at such a host.
 */
function bareHost() {
  const wrong = "must be a bare host name, without scheme, port or path";
  return text().transform((value, context) => {
    const url = `https://${value}/`;
    const host = /^[^\s/\\:?#@%[\]]{1,253}$/.test(value) && URL.canParse(url) ? new URL(url).hostname : "";
    if (HOST_NAME.test(host)) return host;
    context.addIssue({ code: "custom", message: wrong });
    return z.NEVER;
  });
}

/** The longest company. A longer one never fits the 160 characters of the text. */
const COMPANY_LENGTH = 160;

/**
 * The number of characters of a comment that are read. Only 160 are sent, but invisible characters before them may be
 * dropped.
 */
const COMMENT_LENGTH = 1_000;

/** The request of a one-time code (rules: one-time codes), without the credentials. */
export const otpRequest = z
  .object({
    to: text().meta({
      description: "The recipient, in international form without a plus sign.",
      examples: ["64211234567"],
    }),
    msgCompany: templateText(COMPANY_LENGTH).meta({
      description: "The name shown in the text.",
      examples: ["Acme"],
    }),
    msgCode: text()
      .regex(/^\d{4,8}$/, "must be 4 to 8 digits")
      .optional()
      .meta({ description: "Your code. Default: six generated digits.", examples: ["482913"] }),
    msgComment: cutText(COMMENT_LENGTH)
      .optional()
      .meta({
        description: "Follows the code, cut to fit 160 characters.",
        examples: ["It is valid for ten minutes."],
      }),
    from: text()
      .trim()
      .optional()
      .meta({ description: "A shortcode your account can use.", examples: ["2190"] }),
    webOtpDomain: bareHost()
      .optional()
      .meta({
        ...shownAs({
          type: "string",
          maxLength: 253,
          pattern: "^[^\\s/:*?#@%.\\[\\]]+(\\.[^\\s/:*?#@%.\\[\\]]+)*$",
        }),
        description:
          "The hostname of the page where browsers can fill in the code, without scheme, port or path.",
        examples: ["login.acme.co.nz"],
      }),
    rateCode: label(RATE_CODE_LENGTH)
      .optional()
      .meta({
        description: "Your tag for billing, shown there as `<rateCode>-OTP`.",
        examples: ["login"],
      }),
    sandbox: flag().meta({ description: "Returns what would happen and its price. Nothing is sent." }),
  })
  .meta({ id: "OtpRequest", description: "A one-time code, and who it is for." });

/** The response of a one-time code. Only this response has the code. */
export const otpResponse = sendResponse
  .omit({ route: true, porting: true, truncated: true, queue_reason: true, queue_message: true })
  .extend({
    status: z.enum(["accepted", "held", "sandbox"]).meta({
      description: "`held`: until a domain is approved.",
    }),
    code: z.string().meta({
      description: "The code that was sent. Store it, because we don’t.",
      examples: ["482913"],
    }),
  })
  .meta({ id: "OtpResponse", description: "An accepted one-time code, or the preview of one." });

/** Sends a one-time code. */
export const sendOtpOperation = operation({
  id: "sendOtp",
  method: "POST",
  path: "/gateway/sms/otp",
  tag: "Sending",
  summary: "Send a one-time code",
  description:
    "Send your own code, or let us generate six digits. The response has the code. Store it, because we don’t. The text is `<code> is your <msgCompany> verification code`, then the comment, cut to fit 160 characters. With `webOtpDomain`, a last line lets browsers fill in the code. Codes are never queued overnight. They are sent right away: there is no `sendAt` and no `schedule`, and they are ignored if you give them.",
  callers: "account",
  request: otpRequest,
  logged: {
    to: "recipients",
    msgCompany: "text",
    msgCode: "code",
    msgComment: "text",
    from: "word",
    webOtpDomain: "word",
    rateCode: "value",
    sandbox: "word",
  },
  response: otpResponse,
  errors: [
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
      request: { to: "64211234567", msgCompany: "Acme", msgCode: "482913", sandbox: true },
      response: {
        success: true,
        status: "sandbox",
        message_id: "SANDBOX_01a1fc1e-7827-71fa-b114-9c303160f115",
        to: "64211234567",
        from: "2190",
        parts: 1,
        sandbox: true,
        sandbox_message: "482913 is your Acme verification code",
        sandbox_encoding: "GSM-7",
        sandbox_would_charge: 0.092,
        code: "482913",
      },
    },
    {
      summary: "A code for a browser to fill in",
      request: { to: "64211234567", msgCompany: "Acme", webOtpDomain: "login.acme.co.nz", rateCode: "login" },
      response: {
        success: true,
        status: "accepted",
        message_id: "01a1fc1e-7827-71fa-b114-9c303160f115",
        to: "64211234567",
        from: "2190",
        parts: 1,
        code: "482913",
      },
    },
  ],
});

export type OtpRequest = z.output<typeof otpRequest>;
export type OtpResponse = z.output<typeof otpResponse>;
